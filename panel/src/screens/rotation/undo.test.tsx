import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const date = '2135-03-09';
const ferry = seriesNamed('Ferry', '01930000-0000-7000-8000-000000000022');

const entry = {
  id: '01930000-0000-7000-8000-0000000000f1',
  date,
  seriesId: ferry.id,
  marketCode: null,
  notes: 'Festival',
  series: { title: ferry.title, titleI18n: ferry.titleI18n, pictureUrl: null },
  revision: 4,
  createdAt: '2135-01-01T00:00:00.000Z',
  updatedAt: '2135-01-01T00:00:00.000Z',
  allowed: ['update', 'delete'],
};

function serve(saved: readonly (typeof entry)[]) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/free-series', () => server.page(saved));
  server.on('GET', '/v1/admin/series', () => server.page([ferry]));
  server.on('PUT', '/v1/admin/free-series', ({ query }) => (query.has('dryRun') ? dryRunReply() : json(entry)));
  server.on('DELETE', '/v1/admin/free-series/:date', ({ query }) =>
    query.has('dryRun') ? dryRunReply() : new Response(null, { status: 204 }),
  );
  server.on('POST', '/v1/admin/free-series/generate-auto', () =>
    dryRunReply({}, { created: [entry], skipped: [], unfilled: [] }),
  );
  return server;
}

type User = Awaited<ReturnType<typeof openPanel>>['user'];

async function confirm(user: User, dialog: RegExp, button: RegExp): Promise<void> {
  const sheet = within(await screen.findByRole('dialog', { name: dialog }));
  const confirming = await sheet.findByRole<HTMLButtonElement>('button', { name: button });
  await waitFor(() => expect(confirming.disabled).toBe(false));
  await user.click(confirming);
}

const undo = async (user: User, done: string) => {
  const toast = within(await screen.findByRole('group', { name: done }));
  await user.click(toast.getByRole('button', { name: 'Undo' }));
};

it('A day that was empty before is empty again', async () => {
  const server = serve([]);
  const { user } = await openPanel(`/free-series/on/${date}`);
  await user.click(await screen.findByRole('radio', { name: 'Ferry' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await confirm(user, /^Make Ferry free/, /^Set as free/);
  await undo(user, 'Made Ferry free on 9 Mar 2135');
  await confirm(user, /^Undo: Make Ferry free/, /^Undo/);
  await waitFor(() => expect(server.changes()).toHaveLength(2));
  expect(server.changes()[1]).toMatchObject({ method: 'DELETE', ifMatch: '"4"' });
});

it('What was removed from a day comes back with its notes, unless the day was given away since', async () => {
  const server = serve([entry]);
  const { user } = await openPanel(`/free-series/on/${date}`);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await confirm(user, /^Remove Ferry/, /^Remove/);
  await undo(user, 'Removed Ferry from 9 Mar 2135');
  await confirm(user, /^Undo: Remove Ferry/, /^Undo/);
  await waitFor(() => expect(server.changes()).toHaveLength(2));
  const body = { date, seriesId: ferry.id, marketCode: null, notes: 'Festival' };
  expect(server.changes()[1]).toMatchObject({ method: 'PUT', ifNoneMatch: '*', body });
});

it('Days that were filled together are emptied together', async () => {
  const server = serve([]);
  const { user } = await openPanel('/free-series/fill');
  await user.click(await screen.findByRole('button', { name: /^Review 1 day/ }));
  await confirm(user, /^Set the suggested free days/, /^Set as free/);
  await undo(user, '1 done');
  await confirm(user, /^Undo: Set the suggested free days/, /^Undo/);
  await waitFor(() => expect(server.changes()).toHaveLength(2));
  expect(server.changes()[1]).toMatchObject({ method: 'DELETE', ifMatch: '"4"' });
});

it('How many days are filled, and which picks are left out, is still there after a reload', async () => {
  serve([]);
  const drawerOf = async () => within(await screen.findByRole('dialog', { name: /^Fill/ }));
  const pick = /Ferry/;
  const first = await openPanel('/free-series/fill');
  const drawer = await drawerOf();
  const days = await drawer.findByLabelText<HTMLInputElement>(/days/i);
  await first.user.clear(days);
  await first.user.type(days, '21');
  await first.user.click(await drawer.findByRole('checkbox', { name: pick }));
  first.close();
  const again = await openPanel('/free-series/fill');
  const restored = await drawerOf();
  expect((await restored.findByLabelText<HTMLInputElement>(/days/i)).value).toBe('21');
  expect((await restored.findByRole<HTMLInputElement>('checkbox', { name: pick })).checked).toBe(false);
  again.close();
});
