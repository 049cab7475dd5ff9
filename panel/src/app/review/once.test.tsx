import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, type FakeServer, networkError, neverResponds } from '../../../test/fake-server.ts';
import {
  adjustPath,
  closeDialog,
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

const unknown = 'We do not know whether this was done';
const perhaps = 'Your earlier attempt may have gone through. Check before you retry';

describe('a grant whose answer is lost', () => {
  let server: FakeServer;
  let bank: ReturnType<typeof fakeWallet>;
  let panel: Panel;
  beforeEach(async () => {
    ({ server, bank } = openServer());
    panel = await openPanel(`/users/${userId}/adjust`);
  });
  /** The server does it, and the line breaks before the answer is there. */
  const loseTheAnswer = () =>
    bank.answer((call) => {
      bank.apply(call);
      return networkError();
    });

  it('moves coins once when it is tried again in the dialog', async () => {
    loseTheAnswer();
    await fillIn(panel);
    await review(panel);
    await confirm(panel);
    await screen.findByText(unknown);
    bank.answer(bank.apply);
    await panel.user.click(within(await dialog()).getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Gave /);
    expect(bank.coins()).toBe(100);
    expect(new Set(server.changes(adjustPath).map(({ key }) => key)).size).toBe(1);
  });

  it('moves coins once when the dialog is closed, and the same is asked for again', async () => {
    loseTheAnswer();
    await fillIn(panel);
    await review(panel);
    await confirm(panel);
    await screen.findByText(unknown);
    await closeDialog(panel);
    bank.answer(bank.apply);
    await review(panel);
    await screen.findByText(unknown);
    await panel.user.click(within(await dialog()).getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Gave /);
    expect(bank.coins()).toBe(100);
    expect(server.changes(adjustPath)).toHaveLength(2);
  });

  it('moves coins once when the page is reloaded, and says so before anything else is done to the wallet', async () => {
    loseTheAnswer();
    await fillIn(panel);
    await review(panel);
    await confirm(panel);
    await screen.findByText(unknown);
    panel.close();

    bank.answer(bank.apply);
    panel = await openPanel(`/users/${userId}/adjust`);
    await screen.findByText(/Result unknown/);
    await fillIn(panel, '250');
    await review(panel);
    // The earlier grant comes first, under its own name.
    const shown = await screen.findByRole('dialog', { name: 'Give Layla K 100 coins' });
    await panel.user.click(within(shown).getByRole('button', { name: 'Try again' }));
    await screen.findByText('Done');
    await waitFor(() => expect(shown.isConnected).toBe(false));
    expect(bank.coins()).toBe(100);
    expect(screen.queryByText(/Result unknown/)).toBeNull();
    // What was typed since is still there, and goes its own way.
    await review(panel);
    await confirm(panel);
    await screen.findByText('Done');
    expect(bank.coins()).toBe(350);
  });

  it('can be forgotten by who has looked for it, and leads to no second grant', async () => {
    loseTheAnswer();
    await fillIn(panel);
    await review(panel);
    await confirm(panel);
    await panel.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Give/ })).toBeNull());
    const form = await screen.findByRole('dialog', { name: /^Adjust/ });
    expect(within(form).getByLabelText<HTMLInputElement>('Coins').value).toBe('');
    expect(screen.queryByText(/Result unknown/)).toBeNull();
    expect(server.changes(adjustPath)).toHaveLength(1);
    // What is typed now is a grant of its own.
    bank.answer(bank.apply);
    await fillIn(panel, '50');
    await review(panel);
    await confirm(panel);
    await screen.findByText(/^Gave /);
    expect(bank.coins()).toBe(150);
    expect(new Set(server.changes(adjustPath).map(({ key }) => key)).size).toBe(2);
  });

  it('leaves nothing to be sent once more in the form when it is found out through the strip', async () => {
    loseTheAnswer();
    await fillIn(panel);
    await review(panel);
    await confirm(panel);
    await screen.findByText(unknown);
    panel.close();

    bank.answer(bank.apply);
    panel = await openPanel(`/users/${userId}/adjust`);
    const form = await screen.findByRole('dialog', { name: /^Adjust/ });
    await waitFor(() => expect(within(form).getByLabelText<HTMLInputElement>('Coins').value).toBe('100'));
    // The drawer lies above the page: what is not known stands in it.
    await panel.user.click(await within(form).findByRole('button', { name: 'Check now' }));
    await panel.user.click(within(await dialog()).getByRole('button', { name: 'Try again' }));
    await screen.findByText('Done');
    expect(bank.coins()).toBe(100);
    expect(within(form).getByLabelText<HTMLInputElement>('Coins').value).toBe('');
  });

  it('stays open while its retry is refused before the server looked for the key', async () => {
    loseTheAnswer();
    await fillIn(panel);
    await review(panel);
    await confirm(panel);
    await screen.findByText(unknown);
    bank.answer(() => errorResponse(403, 'forbidden'));
    await panel.user.click(within(await dialog()).getByRole('button', { name: 'Try again' }));
    await screen.findByText(perhaps);
    expect(screen.queryByText('Not saved')).toBeNull();
    await closeDialog(panel);
    await screen.findByText(/Result unknown/);
  });

  it('is over when it is refused: the next one has a key of its own', async () => {
    bank.answer(() => errorResponse(400, 'user_banned'));
    await fillIn(panel);
    await review(panel);
    await confirm(panel);
    await screen.findByText(/This user is banned/);
    expect(screen.queryByText(unknown)).toBeNull();
    bank.answer(bank.apply);
    await confirm(panel);
    await screen.findByText(/^Gave /);
    expect(new Set(server.changes(adjustPath).map(({ key }) => key)).size).toBe(2);
  });
});

describe('a line that is down', () => {
  it('says that it is not known, can be closed, and sends nothing by itself when the line is back', async () => {
    const { server, bank } = openServer();
    const panel = await openPanel(`/users/${userId}/adjust`);
    await fillIn(panel);
    await review(panel);
    bank.answer(networkError);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await confirm(panel);
    await screen.findByText(unknown);
    await closeDialog(panel);
    bank.answer(bank.apply);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await act(async () => {
      window.dispatchEvent(new Event('online'));
      window.dispatchEvent(new Event('focus'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(server.changes(adjustPath)).toHaveLength(1);
    expect(bank.coins()).toBe(0);
  });

  it('is not waited for longer than a while, and can then be left', async () => {
    const { bank } = openServer();
    const limits: AbortController[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    });
    const panel = await openPanel(`/users/${userId}/adjust`);
    await fillIn(panel);
    await review(panel);
    bank.answer(neverResponds);
    await confirm(panel);
    const cancel = within(await dialog()).getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel.hasAttribute('disabled')).toBe(true));
    act(() => {
      for (const limit of limits) limit.abort();
    });
    await screen.findByText(unknown);
    await closeDialog(panel);
  });
});
