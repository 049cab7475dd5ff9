import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';
import { change } from '../../api/change.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { attemptAt, beginAttempt, scopeOf } from './attempts.ts';

const id = '01930000-0000-7000-8000-000000000041';
const path = `/v1/admin/series/${id}/episodes`;
const unknown = 'We do not know whether this was done';

/** The grid of a series with the given episodes. */
async function openGrid(episodes: readonly object[]) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series/:id', () => json(seriesNamed('Harbour', id), 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page(episodes));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
  server.on('PUT', '/v1/admin/episodes/:id', ({ query }) => (query.has('dryRun') ? dryRunReply() : json({})));
  server.on('POST', path, ({ query }) => (query.has('dryRun') ? dryRunReply() : json({}, 201)));
  const panel = await openPanel(`/series/${id}?tab=episodes`);
  return { server, ...panel };
}

/** A copy of this tab has the same new rows. It sends the last of them with another title, without an answer. */
function sendLastRowInOtherTab(title: string, episodeNumber: number) {
  const rows = fieldsOf(JSON.parse(sessionStorage.getItem(`cliffhanger.draft.episodes ${id}`) ?? '{}'));
  const row = Object.entries(rows).findLast(([, draft]) => fieldsOf(fieldsOf(draft).edits).title)?.[0];
  const body = { episodeNumber, title, synopsis: '', cliffhanger_score: 0 };
  const create = change('POST', '/v1/admin/series/{id}/episodes', { path: { id }, body });
  return beginAttempt({ scope: scopeOf(admin.id, create, row), title: `Save: ${title}`, reason: '', change: create });
}

it('Of many, what another tab has sent for one since the dialog was opened is shown before any is sent', async () => {
  const { server, user } = await openGrid([episodeOf(id, 1, { status: 'published' })]);
  await user.dblClick(await screen.findByRole('gridcell', { name: /: Letter 1$/ }));
  await user.keyboard('First letter{Enter}');
  await user.click(screen.getByRole('button', { name: 'Add episode' }));
  await user.keyboard('Pilot{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Review and save' }));
  const dialog = await screen.findByRole('dialog', { name: /Harbour/ });
  await within(dialog).findByText('2 will change');
  const { key, scope } = sendLastRowInOtherTab('Opening night', 2);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const shown = await screen.findByRole('dialog', { name: 'Save: Opening night' });
  await within(shown).findByText(unknown);
  expect(server.changes()).toHaveLength(0);
  expect(attemptAt(scope)?.key).toBe(key);
  screen.getByRole('gridcell', { name: /: Pilot$/, hidden: true });
});

it('Of many that are saved at once, one that another tab sends meanwhile is found out about first', async () => {
  const { server, user } = await openGrid([]);
  await user.click(await screen.findByRole('button', { name: 'Add episode' }));
  await user.keyboard('Pilot{Enter}');
  await user.keyboard('The letter{Enter}');
  await user.keyboard('{Escape}');
  const other: ReturnType<typeof beginAttempt>[] = [];
  server.on('POST', path, () => {
    other.push(sendLastRowInOtherTab('Opening night', 2));
    return json({}, 201);
  });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  const shown = await screen.findByRole('dialog', { name: 'Save: Opening night' });
  await within(shown).findByText(unknown);
  await waitFor(() => expect(server.changes(path).map(({ body }) => body)).toMatchObject([{ title: 'Pilot' }]));
  expect(other.map(({ key, scope }) => attemptAt(scope)?.key === key)).toEqual([true]);
});
