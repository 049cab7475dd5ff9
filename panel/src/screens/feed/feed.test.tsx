import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Preview } from './queries.ts';

const none = { added: [], removed: [], moved: [] };
const feed: Preview = {
  surface: 'for_you',
  market: null,
  lang: 'en',
  at: '2035-01-01T00:00:00.000Z',
  generatedAt: '2035-01-01T00:00:00.000Z',
  rails: [],
  freeToday: [],
  previewReel: [],
  changes: { rails: [], railOrder: none, freeToday: none, previewReel: none },
};

function serving() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions: ['curation:read'] }));
  server.on('GET', '/v1/admin/feed-preview', () => json(feed));
  server.on('GET', '/v1/admin/feed-preview/stops', () => json({ items: [], nextCursor: null }));
  return server;
}

const previews = (server: ReturnType<typeof serving>) =>
  server.calls.filter(({ path }) => path === '/v1/admin/feed-preview').map(({ query }) => query.toString());

it('Opening the feed computes it once: the page is loaded with the filters that it shows', async () => {
  const server = serving();
  await openPanel('/feed');
  await screen.findByText('Same as now.');
  expect(previews(server)).toEqual(['surface=for_you&lang=en']);
});

it('A page that stays open goes on with the time', async () => {
  serving();
  const began = Date.now();
  await openPanel('/feed');
  const field = await screen.findByLabelText<HTMLInputElement>('Time (UTC)');
  const before = field.value;
  vi.spyOn(Date, 'now').mockImplementation(() => began + 26 * 3_600_000);
  // The clock of the page ticks once a second.
  await waitFor(() => expect(field.value).not.toBe(before), { timeout: 5_000 });
  await act(async () => {});
});
