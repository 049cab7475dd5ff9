import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, pendingSchedule, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

const scheduleOf = (refType: 'series' | 'episode', refId: string, number: number | null, missing: string[] = []) => ({
  ...pendingSchedule,
  id: refId.replace('0041', '0061'),
  refType,
  refId,
  missing,
  item: { seriesId: id, seriesTitle: 'Harbour', episodeNumber: number, title: 'Harbour' },
});

function serve(status: string, schedules: readonly object[] = []) {
  const server = fakeServer();
  const shown = { ...seriesNamed('Harbour', id), episodeCount: 3, status, allowed: ['schedule'] };
  const episodes = [2, 3, 4].map((number) => episodeOf(id, number, { status, allowed: ['schedule'] }));
  server.on('GET', '/v1/admin/series/:id', () => json(shown, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page(episodes));
  server.on('GET', '/v1/admin/episodes/:id', () => json(episodes[0], 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/schedules', ({ query }) =>
    server.page(query.get('status') === 'pending' ? schedules : []),
  );
  server.on('GET', '/v1/admin/publishing/reviewers', () => server.page([]));
  return server;
}

it('Scheduling a series says before it is done what it would go live without', async () => {
  const server = serve('in_review');
  server.on('POST', '/v1/admin/schedules', () =>
    dryRunReply({}, scheduleOf('series', id, null, ['video', 'captions'])),
  );
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Schedule Harbour' }));
  await user.click(await drawer.findByLabelText('With its 3 episodes'));
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Not ready, missing: video and captions');
});

it('Scheduling many episodes says which of them lack something', async () => {
  const server = serve('in_review');
  const missing = [['video', 'captions'], ['captions'], ['captions']];
  server.on('POST', '/v1/admin/schedules/bulk', () =>
    dryRunReply(
      {},
      [2, 3, 4].map((number, index) => scheduleOf('episode', episodeOf(id, number, {}).id, number, missing[index])),
    ),
  );
  const { user } = await openPanel(`/series/${id}?tab=episodes`);
  await user.click(await screen.findByLabelText('Select all episodes'));
  const bar = await screen.findByRole('region', { name: 'Unsaved episodes' });
  await user.click(within(bar).getByRole('button', { name: 'Schedule' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Schedule episodes of Harbour' }));
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByText('2: video and captions');
  await screen.findByText('3 and 4: captions');
});

it('Dates that were typed for many episodes are still there after a reload, until they are sent', async () => {
  serve('in_review');
  const open = async () => {
    const panel = await openPanel(`/series/${id}?tab=episodes`);
    await panel.user.click(await screen.findByLabelText('Select all episodes'));
    const bar = await screen.findByRole('region', { name: 'Unsaved episodes' });
    await panel.user.click(within(bar).getByRole('button', { name: 'Schedule' }));
    return { ...panel, drawer: within(await screen.findByRole('dialog', { name: 'Schedule episodes of Harbour' })) };
  };
  const typed = await open();
  await typed.user.selectOptions(typed.drawer.getByRole('combobox'), 'Individual dates');
  const field = () => screen.findByLabelText<HTMLInputElement>('When episode 3 goes live, UTC');
  await typed.user.clear(await field());
  await typed.user.type(await field(), '2135-11-27T09:30');
  await typed.user.tab();
  const { value } = await field();
  expect(value).toContain('2135');
  typed.close();
  const { user, drawer } = await open();
  expect((await field()).value).toBe(value);
  await user.click(drawer.getByRole('button', { name: 'Discard draft' }));
  expect(drawer.queryByLabelText('When episode 3 goes live, UTC')).toBeNull();
});

it.each([
  ['its own page', `/series/${id}`, 'series' as const, id, null, 'Move date'],
  [
    'the grid',
    `/series/${id}?tab=episodes`,
    'episode' as const,
    episodeOf(id, 2, {}).id,
    2,
    /^Move the date of episode 2/,
  ],
  [
    'the page of an episode',
    `/episodes/${episodeOf(id, 2, {}).id}`,
    'episode' as const,
    episodeOf(id, 2, {}).id,
    2,
    'Move date',
  ],
])('A date is moved in one step from %s', async (_where, path, type, refId, number, button) => {
  const planned = scheduleOf(type, refId, number);
  const server = serve('scheduled', [planned]);
  server.on('PUT', '/v1/admin/schedules/:id', ({ query }) => (query.has('dryRun') ? dryRunReply() : json(planned)));
  const { user } = await openPanel(path);
  const opener = await screen.findByRole('button', { name: button });
  await user.click(opener);
  const drawer = within(await screen.findByRole('dialog', { name: /^Move the date of Harbour/ }));
  const field = await drawer.findByLabelText('Goes live');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.type(field, '2135-11-27T09:30');
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: /^Move Harbour/ }));
  await sheet.findByText(/25 Nov, 12:00 → 27 Nov, 09:30 UTC/);
  const confirm = sheet.getByRole('button', { name: /^Move/ });
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false));
  await user.click(confirm);
  await waitFor(() =>
    expect(server.changes().map(({ body }) => body)).toEqual([{ runAt: '2135-11-27T09:30:00.000Z' }]),
  );
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('The page of a scheduled episode says when it goes live', async () => {
  const { id: refId } = episodeOf(id, 2, {});
  serve('scheduled', [scheduleOf('episode', refId, 2)]);
  await openPanel(`/episodes/${refId}`);
  const label = await screen.findByText(/^Goes live:/);
  expect(label.textContent).toMatch(/25 Nov 2135/);
});

it.each([
  ['A date that was typed for a series', 'in_review', 'Schedule', 'Schedule Harbour'],
  ['Another date of a series', 'scheduled', 'Move date', /^Move the date of Harbour/],
])('%s is still there after a reload, until it is sent or discarded', async (_what, status, button, name) => {
  serve(status, status === 'scheduled' ? [scheduleOf('series', id, null)] : []);
  const open = async () => {
    const panel = await openPanel(`/series/${id}`);
    await panel.user.click(await screen.findByRole('button', { name: button }));
    const drawer = within(await screen.findByRole('dialog', { name }));
    return { ...panel, drawer, field: await drawer.findByLabelText<HTMLInputElement>('Goes live') };
  };
  const typed = await open();
  const { value: offered } = typed.field;
  await typed.user.clear(typed.field);
  await typed.user.type(typed.field, '2135-11-27T09:30');
  await typed.user.tab();
  typed.close();
  const { user, drawer, field } = await open();
  expect(field.value).toContain('2135');
  expect(field.value).not.toBe(offered);
  await user.click(drawer.getByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(drawer.getByLabelText<HTMLInputElement>('Goes live').value).toBe(offered));
});
