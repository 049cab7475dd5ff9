import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { type Call, dryRunReply, type FakeServer, fakeServer, json } from './fake-server.ts';
import type { openPanel } from './render.tsx';
import { layla, userId } from './samples.ts';

export const adjustPath = `/v1/admin/users/${userId}/wallet/adjust`;
const effects = { ledger: [{ eventId: 'e', userId, account: 'user_wallet_bonus', amount: 100 }] };

/** A wallet that keeps what the server does: what has a known key is answered and not done again. */
export function fakeWallet(server: FakeServer) {
  const done = new Map<string, Response>();
  let coins = 0;
  const apply = ({ key, body }: Call): Response => {
    const amount = typeof body === 'object' && body !== null && 'amount' in body ? Number(body.amount) : 0;
    const known = key === null ? undefined : done.get(key);
    if (known) return known.clone();
    coins += amount;
    const reply = json({ status: 'executed', eventId: 'e', balanceTotal: coins });
    if (key !== null) done.set(key, reply.clone());
    return reply;
  };
  const answer = (how: (call: Call) => Response | Promise<Response>) =>
    server.on('POST', adjustPath, (call) => (call.query.has('dryRun') ? dryRunReply(effects) : how(call)));
  answer(apply);
  return { apply, answer, coins: () => coins };
}

export function openServer() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  return { server, bank: fakeWallet(server) };
}

export type Panel = Awaited<ReturnType<typeof openPanel>>;

export async function fillIn({ user }: Panel, coins = '100') {
  const form = await screen.findByRole('dialog', { name: /^Adjust/ });
  for (const [label, text] of [
    ['Coins', coins],
    ['Short description', 'late episode'],
  ] as const) {
    const field = within(form).getByLabelText(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  }
}

/** Opens the review of the form that is filled in. */
export async function review({ user }: Panel) {
  const form = await screen.findByRole('dialog', { name: /^Adjust/ });
  await user.click(within(form).getByRole('button', { name: 'Review and confirm' }));
}

export const dialog = () => screen.findByRole('dialog', { name: /^Give/ });

export async function confirm({ user }: Panel) {
  const button = within(await dialog()).getByRole('button', { name: /^Give coins/ });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
}

/** The button below, rather than the cross above. */
export async function closeDialog({ user }: Panel) {
  const buttons = within(await dialog()).getAllByRole('button', { name: 'Close' });
  await user.click(buttons.at(-1) ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Give/ })).toBeNull());
}
