import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { pendingSchedule, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

const scheduleOf = (number: number | null, day: number) => ({
  ...pendingSchedule,
  id: id.replace('041', `06${number ?? 0}`),
  refType: number === null ? 'series' : 'episode',
  refId: number === null ? id : id.replace(/.$/, String(number)),
  runAt: `2135-11-${day}T12:00:00.000Z`,
  item: { seriesId: id, seriesTitle: 'Harbour', episodeNumber: number, title: 'Harbour' },
});

const planned = [scheduleOf(null, 21), scheduleOf(2, 21), scheduleOf(3, 22), scheduleOf(4, 23)];

function serve() {
  const server = fakeServer();
  const shown = { ...seriesNamed('Harbour', id), episodeCount: 3, status: 'scheduled', allowed: ['schedule'] };
  server.on('GET', '/v1/admin/series/:id', () => json(shown, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('GET', '/v1/admin/schedules', ({ query }) => server.page(query.get('status') === 'failed' ? [] : planned));
  server.on('PUT', '/v1/admin/schedules/:id', ({ query, body }, [at]) => {
    const before = planned.find((one) => one.id === at);
    if (!query.has('dryRun')) return json(before);
    return dryRunReply({
      changes: [
        {
          type: 'schedule',
          id: at,
          before: { status: 'pending', runAt: before?.runAt },
          after: { status: 'pending', ...Object(body) },
        },
      ],
    });
  });
  return server;
}

async function openForm() {
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Move date' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Move the date of Harbour' }));
  const field = await drawer.findByLabelText('Goes live');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.type(field, '2135-11-25T12:00');
  return { user, drawer };
}

it('The episodes of a series that is moved are moved as far', async () => {
  const server = serve();
  const { user, drawer } = await openForm();
  expect((await drawer.findByLabelText<HTMLInputElement>('With its 3 episodes')).checked).toBe(true);
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Move Harbour' }));
  await sheet.findByText('4 will change');
  sheet.getByText('Harbour, episode 4');
  sheet.getByText(/23 Nov 2135, 12:00 UTC → 27 Nov 2135, 12:00 UTC/);
  expect(sheet.queryByText(/Pending/)).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Move' }));
  await screen.findByRole('group', { name: 'Moved Harbour to 25 Nov 2135, 12:00 UTC' });
  expect(server.changes().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual(
    planned.map((one, index) => [one.id, { runAt: `2135-11-${[25, 25, 26, 27][index]}T12:00:00.000Z` }]),
  );
});

it('A series that is moved without its episodes says when they go live', async () => {
  const server = serve();
  const { user, drawer } = await openForm();
  await user.click(await drawer.findByLabelText('With its 3 episodes'));
  await drawer.findByText(/^3 episodes stay on 21\s*–\s*23 Nov\.$/);
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Move Harbour' }));
  const confirm = sheet.getByRole('button', { name: /^Move/ });
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false));
  await user.click(confirm);
  await waitFor(() => expect(server.changes().map(({ path }) => path.split('/').at(-1))).toEqual([planned[0]?.id]));
});

it('A series that is moved on the calendar takes its episodes along', async () => {
  serve();
  const { user } = await openPanel('/calendar?day=2135-11-21');
  const chip = await screen.findByRole('button', { name: /Harbour, the whole series/ });
  chip.focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  const sheet = within(await screen.findByRole('dialog', { name: 'Move Harbour' }));
  await sheet.findByText('4 will change');
  await user.click(sheet.getByLabelText('With its 3 episodes'));
  await sheet.findByText('1 will change');
});
