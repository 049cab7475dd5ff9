import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const idOf = (number: number) => `01930000-0000-7000-8000-00000000000${number}`;
const at = '2035-01-01T00:00:00.000Z';

const comment = (number: number) => ({
  id: idOf(number),
  userId: idOf(9),
  episodeId: idOf(8),
  displayName: 'Layla',
  createdAt: at,
  body: `Comment ${number}`,
  status: 'visible',
  revision: 1,
  openReports: 1,
  reportedAt: at,
  allowed: ['hide', 'delete', 'resolve'],
  author: { id: idOf(9), displayName: 'Layla', avatarUrl: null, isGuest: false, status: 'active' },
  episode: {
    id: idOf(8),
    seriesId: idOf(7),
    seriesTitle: 'Harbour',
    seriesTitleI18n: {},
    episodeNumber: 1,
    title: 'The letter',
    titleI18n: {},
    pictureUrl: null,
  },
  reports: [],
  thread: [],
  strikes: [],
  commentingSuspended: false,
  authorComments: [],
  authorCounts: { comments: 1, notVisible: 0, reportsMade: 0 },
});

/** Comments that were hidden are no longer in the list. */
async function openList(numbers: readonly number[]) {
  const server = fakeServer();
  const isHidden = (id: string) => server.changes().some(({ path }) => path.includes(id));
  const left = () => numbers.map(comment).filter(({ id }) => !isHidden(id));
  server.on('GET', '/v1/admin/moderation/comments', () => server.page(left()));
  server.on('GET', '/v1/admin/moderation/summary', () => json({ reportedComments: left().length }));
  server.on('GET', '/v1/admin/moderation/comments/:id', (_call, [id = '']) => json(comment(Number(id.at(-1)))));
  server.on('POST', '/v1/admin/moderation/comments/:id/hide', () => json({}));
  return openPanel('/moderation');
}

const row = (number: number) => screen.findByRole('link', { name: new RegExp(`^Comment ${number}`) });

it('Escape after comments were hidden leads to the row that took their place', async () => {
  const { user } = await openList([1, 2, 3]);
  (await row(1)).focus();
  await user.keyboard('{Enter}');
  for (const number of [1, 2]) {
    await waitFor(() => expect(document.querySelector('[data-drawer] p')?.textContent).toBe(`Comment ${number}`));
    await user.keyboard('h');
    await waitFor(() => expect(screen.queryByRole('link', { name: new RegExp(`^Comment ${number}`) })).toBeNull());
  }
  await waitFor(() => expect(document.querySelector('[data-drawer] p')?.textContent).toBe('Comment 3'));
  await user.keyboard('{Escape}');
  const next = await row(3);
  await waitFor(() => expect(document.activeElement).toBe(next));
});

it('Where no comment is left the list has the focus', async () => {
  const { user } = await openList([1]);
  (await row(1)).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.querySelector('[data-drawer] p')?.textContent).toBe('Comment 1'));
  await user.keyboard('h');
  await screen.findByText('Nothing to decide');
  const list = screen.getByRole('group', { name: 'Reported' });
  await waitFor(() => expect(document.activeElement).toBe(list));
});

it('Escape leads back to the row that was opened with a click beside its words', async () => {
  const { user } = await openList([1, 2]);
  const opened = await row(2);
  const cell = opened.closest('tr')?.lastElementChild ?? opened;
  expect(cell.contains(opened)).toBe(false);
  await user.click(cell);
  await waitFor(() => expect(document.querySelector('[data-drawer] p')?.textContent).toBe('Comment 2'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opened));
});
