import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { admin, errorResponse, type FakeServer, networkError } from '../../../test/fake-server.ts';
import {
  adjustPath,
  confirm,
  dialog,
  type fakeWallet,
  fillIn,
  openServer,
  type Panel,
  review,
} from '../../../test/grant.ts';
import { openPanel } from '../../../test/render.tsx';
import { userId } from '../../../test/samples.ts';
import { change } from '../../api/change.ts';
import { attemptAt, beginAttempt, scopeOf, sendAttempt } from './attempts.ts';

const unknown = 'We do not know whether this was done';
const perhaps = 'Your earlier attempt may have gone through. Check before you retry';

describe('a grant that another tab has sent since the dialog was opened, without an answer', () => {
  let server: FakeServer;
  let bank: ReturnType<typeof fakeWallet>;
  let panel: Panel;

  const openReview = async (coins: string) => {
    ({ server, bank } = openServer());
    panel = await openPanel(`/users/${userId}/adjust`);
    await fillIn(panel, coins);
    await review(panel);
    await within(await dialog()).findByRole('button', { name: /^Give coins/ });
  };

  /** The other tab gives coins: the server does it, and the answer is lost. */
  const giveInOtherTab = async (amount: number) => {
    const body = { amount, direction: 'grant', reason: 'apology_late episode' } as const;
    const grant = change('POST', '/v1/admin/users/{id}/wallet/adjust', { path: { id: userId }, body });
    const scope = scopeOf(admin.id, grant);
    bank.answer((call) => {
      bank.apply(call);
      return networkError();
    });
    const attempt = beginAttempt({ scope, title: `Give Layla K ${amount} coins`, reason: '', change: grant });
    await sendAttempt(attempt, false).catch(() => undefined);
    bank.answer(bank.apply);
    expect(bank.coins()).toBe(amount);
    return attempt;
  };

  const pressTryAgain = async () =>
    panel.user.click(await within(await dialog()).findByRole('button', { name: 'Try again' }));

  const keys = () => new Set(server.changes(adjustPath).map(({ key }) => key));

  it('keeps its key when the very same is confirmed here and forbidden', async () => {
    await openReview('100');
    const { key, scope } = await giveInOtherTab(100);
    bank.answer(() => errorResponse(403, 'forbidden'));
    await confirm(panel);
    await screen.findByText(perhaps);
    expect(screen.queryByText('Not saved')).toBeNull();
    expect(attemptAt(scope)?.key).toBe(key);
    expect([...keys()]).toEqual([key]);
  });

  it('keeps its key when it was sent here first, and is refused here after the other tab has sent it too', async () => {
    await openReview('100');
    let refuse = () => {};
    const refused = new Promise<Response>((resolve) => {
      refuse = () => resolve(errorResponse(429, 'rate_limited', { retryAfterS: 1 }));
    });
    bank.answer(() => refused);
    await confirm(panel);
    await waitFor(() => expect(keys().size).toBe(1));
    const { key, scope } = await giveInOtherTab(100);
    refuse();
    await screen.findByText('Not saved');
    expect(attemptAt(scope)?.key).toBe(key);
    expect([...keys()]).toEqual([key]);
  });

  it('moves coins once when the very same is confirmed here, refused for haste and tried again', async () => {
    await openReview('100');
    await giveInOtherTab(100);
    bank.answer(() => errorResponse(429, 'rate_limited', { retryAfterS: 1 }));
    await confirm(panel);
    await screen.findByText(perhaps);
    bank.answer(bank.apply);
    await pressTryAgain();
    await screen.findByText(/^Gave /);
    expect(bank.coins()).toBe(100);
    expect(keys().size).toBe(1);
  });

  it('is shown before another amount is sent, which stays in the form and goes its own way', async () => {
    await openReview('70');
    const { key, scope } = await giveInOtherTab(100);
    await confirm(panel);
    const shown = await screen.findByRole('dialog', { name: 'Give Layla K 100 coins' });
    within(shown).getByText(unknown);
    expect(server.changes(adjustPath)).toHaveLength(1);
    expect(attemptAt(scope)?.key).toBe(key);

    await pressTryAgain();
    await screen.findByText('Done');
    await waitFor(() => expect(shown.isConnected).toBe(false));
    expect(bank.coins()).toBe(100);
    const form = await screen.findByRole('dialog', { name: /^Adjust/ });
    expect(within(form).getByLabelText<HTMLInputElement>('Coins').value).toBe('70');
    await review(panel);
    await confirm(panel);
    await waitFor(() => expect(bank.coins()).toBe(170));
    expect(keys().size).toBe(2);
  });

  it('is shown also where what is confirmed here was refused once before', async () => {
    await openReview('70');
    bank.answer(() => errorResponse(400, 'user_banned'));
    await confirm(panel);
    await screen.findByText(/This user is banned/);
    await giveInOtherTab(100);
    await confirm(panel);
    await screen.findByRole('dialog', { name: 'Give Layla K 100 coins' });
    await screen.findByText(unknown);
    expect(screen.queryByText(/This user is banned/)).toBeNull();
    expect(bank.coins()).toBe(100);
  });
});

it('A grant that is confirmed by two clicks is sent once, and reported once', async () => {
  const { server } = openServer();
  const panel = await openPanel(`/users/${userId}/adjust`);
  await fillIn(panel);
  await review(panel);
  const button = await within(await dialog()).findByRole('button', { name: /^Give coins/ });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText(/^Gave /);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.changes(adjustPath)).toHaveLength(1);
  expect(screen.getAllByText(/^Gave /)).toHaveLength(1);
});
