import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  errorResponse,
  type FakeServer,
  fakeServer,
  json,
  networkError,
  neverResponds,
} from '../../test/fake-server.ts';
import { Comments } from './comments.tsx';
import { Paywall } from './paywall.tsx';
import { createViewerClient } from './query-client.ts';
import { SeriesPage } from './series-page.tsx';

const id = '01930000-0000-7000-8000-000000000051';
const unlock = `/v1/episodes/${id}/unlock`;

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  server.on('POST', `${unlock}/quote`, () => json({ coinsRequired: 10, balanceTotal: 50, sufficient: true }));
});
afterEach(() => onlineManager.setOnline(true));

async function open(page: ReactNode) {
  await act(async () => void render(<QueryClientProvider client={createViewerClient()}>{page}</QueryClientProvider>));
  return userEvent.setup({ delay: null });
}

const keysSent = () => server.changes(unlock).map(({ key }) => key);

it.each([
  ['a lost answer', networkError, 1],
  ['a service that broke off', () => errorResponse(503, 'unavailable'), 1],
  ['a refusal', () => errorResponse(409, 'price_changed', { coinsRequired: 12 }), 2],
])('After %s an unlock is sent with as many keys as there were decisions', async (_what, answer, keys) => {
  server.on('POST', unlock, answer);
  const user = await open(<Paywall id={id} onUnlocked={() => {}} />);
  const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Unlock' });
  await user.click(await pay());
  await screen.findByRole('alert');
  await waitFor(async () => expect((await pay()).disabled).toBe(false));
  await user.click(await pay());
  await waitFor(() => expect(keysSent()).toHaveLength(2));
  expect(new Set(keysSent()).size).toBe(keys);
});

it('Without a line an unlock fails at once, and does not go out by itself when the line is back', async () => {
  onlineManager.setOnline(false);
  server.on('POST', unlock, networkError);
  const user = await open(<Paywall id={id} onUnlocked={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Unlock' }));
  await screen.findByRole('alert');
  await act(async () => onlineManager.setOnline(true));
  expect(keysSent()).toHaveLength(1);
});

it('What is typed while a comment is on its way stays', async () => {
  let answer = (_response: Response) => {};
  server.on('GET', '/v1/comments/preview', () => server.page([]));
  server.on('GET', '/v1/me', neverResponds);
  server.on('POST', '/v1/comments', () => new Promise((resolve) => (answer = resolve)));
  const user = await open(<Comments episodeId={id} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  const post = async (text: string) => {
    await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(() => expect(server.changes('/v1/comments').at(-1)?.body).toMatchObject({ body: field.value }));
  };
  await post('First');
  await user.type(field, ' and more');
  await act(async () => answer(json({ status: 'visible' }, 201)));
  expect(field.value).toBe('First and more');
  await post('!');
  await act(async () => answer(json({ status: 'visible' }, 201)));
  await waitFor(() => expect(field.value).toBe(''));
});

it('The episodes of a series show what they cost, until they are unlocked, and the poster without a thumbnail', async () => {
  const episodeOf = (number: number, isFree: boolean) => ({
    ...{ id: `e${number}`, seriesId: id, episodeNumber: number, title: `Part ${number}`, synopsis: '' },
    ...{ thumbUrl: null, durationS: 60, isFree, publishedAt: '2035-01-01T00:00:00.000Z' },
  });
  const episodes = [episodeOf(1, true), episodeOf(2, false), episodeOf(3, false)];
  const names = { id, slug: 'harbour', title: 'Harbour', synopsis: '', heroUrl: null, isFreeToday: false };
  server.on('GET', '/v1/series/:slug', () => json({ ...names, posterUrl: '/media/poster.jpg', episodes }));
  server.on('GET', '/v1/me/saves', () => server.page([]));
  for (const [episode, alreadyUnlocked] of [
    ['e2', false],
    ['e3', true],
  ] as const) {
    server.on('POST', `/v1/episodes/${episode}/unlock/quote`, () => json({ coinsRequired: 12, alreadyUnlocked }));
  }
  await open(<SeriesPage slug="harbour" />);
  const second = await screen.findByRole('link', { name: /Part 2/ });
  await within(second).findByText('12 coins');
  within(second).getByRole('img', { name: 'Locked' });
  expect(second.querySelector('img')?.getAttribute('src')).toBe('/media/poster.jpg');
  within(screen.getByRole('link', { name: /Part 1/ })).getByText('Free');
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('e3/unlock/quote'))).toBe(true));
  expect(screen.getByRole('link', { name: /Part 3/ }).textContent).not.toMatch(/coins|Free/);
});
