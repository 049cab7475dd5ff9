import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { dryRunReply, errorResponse, fakeServer, json, networkError } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';

const adjust = `/v1/admin/users/${userId}/wallet/adjust`;
const grants = { grantedCoins: 0, dailyLimitCoins: null, approvalAboveCoins: 2000, userCapCoins: 500, users: [] };
const effects = {
  ledger: [{ eventId: 'e', userId, account: 'wallet_bonus', amount: 100 }],
  changes: [{ type: 'user', id: userId, before: { balanceTotal: 30 }, after: { balanceTotal: 130, eventId: 'e' } }],
};

async function typeAmount() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('POST', adjust, networkError);
  const panel = await openPanel(`/users/${userId}/adjust`);
  const form = await screen.findByRole('dialog', { name: /^Adjust/ });
  await panel.user.type(await within(form).findByLabelText('Coins'), '100');
  await screen.findByText(/The server did not answer/);
  return { server, panel };
}

const submit = () => screen.getByRole('button', { name: 'Review and confirm' });

it('What coins are for is offered in words, not in the codes of the ledger', async () => {
  const { server, panel } = await typeAmount();
  // Before there is a description the effect is computed with one that the server accepts.
  expect(server.calls.find(({ path }) => path === adjust)?.body).toMatchObject({ reason: 'apology_dryRun' });
  await panel.user.type(screen.getByLabelText('Short description'), 'Late subtitles');
  screen.getByText('Saved in the ledger as “Apology: Late subtitles”');
  expect(document.body.textContent).not.toContain('apology_');
});

it('What is left of the daily limit is said before anything is sent', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('GET', '/v1/admin/ledger/grants/today', ({ query }) =>
    json({ ...grants, users: [{ id: query.get('userId'), usedCoins: 120, leftCoins: 380 }] }),
  );
  const { user } = await openPanel(`/users/${userId}/adjust`);
  await screen.findByText('You can give this user 380 more coins today, or request approval for more than 2,000.');
  // An amount over the limit is refused without a dry run.
  await user.type(await coinsField(), '500');
  await screen.findByText(/over this user’s daily limit: 380 coins left today/);
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use 380' }));
  await user.click(screen.getByRole('radio', { name: 'Take coins' }));
  await screen.findByText(/^You can take up to 30 coins/);
});

it('Limits that could not be loaded are not shown', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('GET', '/v1/admin/ledger/grants/today', networkError);
  await openPanel(`/users/${userId}/adjust`);
  await coinsField();
  expect(screen.queryByText(/You can give/)).toBeNull();
});

it('The words of an operator are sent as they were typed', async () => {
  const { server, panel } = await typeAmount();
  server.on('POST', adjust, () => dryRunReply(effects));
  await panel.user.type(screen.getByLabelText('Short description'), 'iPhone, case #12 — Sofia');
  await panel.user.click(submit());
  await screen.findByRole('dialog', { name: /^Give/ });
  const sent = () => server.calls.filter(({ method }) => method === 'POST').at(-1)?.body;
  await waitFor(() => expect(sent()).toMatchObject({ reason: 'apology_iPhone, case #12 — Sofia' }));
});

it('Typing a note leaves the effect as it is shown', async () => {
  const { server, panel } = await typeAmount();
  server.on('POST', adjust, () => dryRunReply(effects));
  await panel.user.click(screen.getByRole('button', { name: 'Try again' }));
  const effect = await screen.findByRole('region', { name: 'What this changes' });
  await waitFor(() => expect(effect.getAttribute('aria-busy')).toBe('false'));
  const busy: (string | null)[] = [];
  const observer = new MutationObserver(() => busy.push(effect.getAttribute('aria-busy')));
  observer.observe(effect, { attributes: true, attributeFilter: ['aria-busy'] });
  await panel.user.type(screen.getByLabelText('Note for colleagues'), 'Called twice');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(busy).toEqual([]);
});

it('A look at a grant that is not answered locks nothing and can be taken again', async () => {
  const { server, panel } = await typeAmount();
  expect(submit().hasAttribute('disabled')).toBe(false);
  server.on('POST', adjust, () => dryRunReply(effects));
  await panel.user.click(screen.getByRole('button', { name: 'Try again' }));
  const effect = await screen.findByRole('region', { name: 'What this changes' });
  await within(effect).findByText('130');
  expect(screen.queryByText(/The server did not answer/)).toBeNull();
});

it('It is taken again by itself when the line is back; a refusal still locks', async () => {
  const { server } = await typeAmount();
  server.on('POST', adjust, () => errorResponse(400, 'user_banned'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText(/This user is banned/);
  await waitFor(() => expect(submit().hasAttribute('disabled')).toBe(true));
});

const coinsField = async () =>
  within(await screen.findByRole('dialog', { name: /^Adjust/ })).findByLabelText<HTMLInputElement>('Coins');

it.each([
  ['12abc', 'Enter a number such as 1,234.'],
  ['1.5', 'Enter a whole number.'],
  ['0', 'A whole number from 1 to 1,000,000'],
])('An amount of %s stays as it was typed, and is refused in words', async (typed, words) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  const { user } = await openPanel(`/users/${userId}/adjust`);
  const coins = await coinsField();
  await user.type(coins, typed);
  await screen.findByText(words);
  expect(coins.value).toBe(typed);
});

it('A grant that was typed earlier is announced, and can be discarded', async () => {
  const { panel } = await typeAmount();
  expect(screen.queryByText(/^Draft of/)).toBeNull();
  panel.close();
  const { user } = await openPanel(`/users/${userId}/adjust`);
  await screen.findByText(/^Draft of .* UTC restored$/);
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect((await coinsField()).value).toBe('');
});
