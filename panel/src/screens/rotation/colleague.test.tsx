import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, errorResponse, fakeServer, json, networkError } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const date = '2135-03-09';
const [harbour, ferry] = [
  seriesNamed('Harbour', '01930000-0000-7000-8000-000000000021'),
  seriesNamed('Ferry', '01930000-0000-7000-8000-000000000022'),
];

const entryOf = ({ id, title, titleI18n }: typeof harbour, revision: number) => ({
  id: '01930000-0000-7000-8000-0000000000f1',
  date,
  seriesId: id,
  marketCode: null,
  notes: null,
  series: { title, titleI18n, pictureUrl: null },
  revision,
  createdAt: '2135-01-01T00:00:00.000Z',
  updatedAt: '2135-01-01T00:00:00.000Z',
  allowed: ['update', 'delete'],
});

function rotation(entry?: ReturnType<typeof entryOf>) {
  const server = fakeServer();
  const day = { entry };
  server.on('GET', '/v1/admin/free-series', () => server.page(day.entry ? [day.entry] : []));
  server.on('GET', '/v1/admin/series', () => server.page([harbour, ferry]));
  server.on('PUT', '/v1/admin/free-series', ({ query, ifMatch, ifNoneMatch }) => {
    const { entry: known } = day;
    const isStale = known ? ifNoneMatch === '*' || ifMatch !== `"${known.revision}"` : ifMatch !== null;
    if (isStale) return errorResponse(412, 'stale_write');
    return query.has('dryRun') ? dryRunReply() : json(entryOf(ferry, 1));
  });
  const sent = () => server.calls.findLast(({ method }) => method === 'PUT');
  return { server, day, sent };
}

it('An empty day that a colleague filled meanwhile is not overwritten', async () => {
  const { day, sent } = rotation();
  const { user } = await openPanel(`/free-series/on/${date}`);
  const drawer = within(await screen.findByRole('dialog', { name: /^Free on/ }));
  await user.click(await drawer.findByRole('radio', { name: 'Ferry' }));
  day.entry = entryOf(harbour, 1);
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/^Someone else changed this/);
  expect(sent()).toMatchObject({ ifMatch: null, ifNoneMatch: '*' });
});

it('A series is chosen on the entry that was shown, though a newer one has come', async () => {
  const { day, sent } = rotation(entryOf(harbour, 1));
  const { user, client } = await openPanel(`/free-series/on/${date}`);
  const drawer = within(await screen.findByRole('dialog', { name: /^Free on/ }));
  await user.type(await drawer.findByLabelText('Notes'), 'Festival');
  day.entry = entryOf(ferry, 2);
  await act(() => client.invalidateQueries());
  await screen.findAllByText('Ferry');
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/^Someone else changed this/);
  expect(sent()).toMatchObject({ ifMatch: '"1"', body: { seriesId: harbour.id, notes: 'Festival' } });
  expect(drawer.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Festival');
  expect(drawer.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(['FieldNowYours', 'NotesFestival']);
  drawer.getByText('They also changed: Series (Ferry).');
});

it('What is typed for a day is still there after Escape', async () => {
  rotation(entryOf(harbour, 1));
  const { user, router } = await openPanel(`/free-series/on/${date}`);
  const drawer = within(await screen.findByRole('dialog', { name: /^Free on/ }));
  await user.click(await drawer.findByRole('radio', { name: 'Ferry' }));
  await user.type(drawer.getByLabelText('Notes'), 'Festival');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(() => router.navigate({ to: '/free-series/on/$date', params: { date } }));
  const again = within(await screen.findByRole('dialog', { name: /^Free on/ }));
  const ferryAgain = await again.findByRole<HTMLInputElement>('radio', { name: 'Ferry' });
  expect(ferryAgain.checked).toBe(true);
  expect(again.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Festival');
});

it('A newer entry is shown where nothing was typed', async () => {
  const { day } = rotation(entryOf(harbour, 1));
  const { client } = await openPanel(`/free-series/on/${date}`);
  const drawer = within(await screen.findByRole('dialog', { name: /^Free on/ }));
  const isChosen = (name: string) => drawer.getByRole<HTMLInputElement>('radio', { name }).checked;
  await waitFor(() => expect(isChosen('Harbour')).toBe(true));
  day.entry = entryOf(ferry, 2);
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(isChosen('Ferry')).toBe(true));
});

it('A day whose answer was lost is done when it is sent again and the server has it', async () => {
  const { server, day } = rotation();
  server.on('PUT', '/v1/admin/free-series', ({ query, ifNoneMatch }) => {
    if (query.has('dryRun')) return dryRunReply();
    if (day.entry && ifNoneMatch === '*') return errorResponse(412, 'stale_write');
    day.entry = entryOf(ferry, 1);
    return networkError();
  });
  const { user } = await openPanel(`/free-series/on/${date}`);
  const drawer = within(await screen.findByRole('dialog', { name: /^Free on/ }));
  await user.click(await drawer.findByRole('radio', { name: 'Ferry' }));
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: /^Make Ferry free/ }));
  const confirm = await sheet.findByRole<HTMLButtonElement>('button', { name: /^Set as free/ });
  await waitFor(() => expect(confirm.disabled).toBe(false));
  await user.click(confirm);
  await user.click(await sheet.findByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByText(/^Someone else changed this/)).toBeNull());
  await screen.findByText('Made Ferry free on 9 Mar 2135');
});

it.each([
  ['91', 'Enter a number from 1 to 90'],
  ['two', 'Enter a number such as 1,234.'],
])('A number of days of %s asks for nothing', async (typed, words) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/free-series', () => server.page([]));
  server.on('POST', '/v1/admin/free-series/generate-auto', () =>
    dryRunReply({}, { created: [], skipped: [], unfilled: [] }),
  );
  const { user } = await openPanel('/free-series/fill');
  const days = await screen.findByLabelText<HTMLInputElement>('Days from today');
  await user.clear(days);
  await user.type(days, typed);
  await screen.findByText(words);
  expect(days.value).toBe(typed);
  const asked = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(asked).not.toContainEqual(expect.objectContaining({ days: 91 }));
});

it('Days are filled only where they are still empty', async () => {
  const { server, sent } = rotation();
  server.on('POST', '/v1/admin/free-series/generate-auto', () =>
    dryRunReply({}, { created: [entryOf(ferry, 1)], skipped: [], unfilled: [] }),
  );
  const { user } = await openPanel('/free-series/fill');
  const drawer = within(await screen.findByRole('dialog', { name: 'Fill empty days' }));
  await user.click(await drawer.findByRole('button', { name: /^Review 1 day/ }));
  await screen.findByRole('dialog', { name: 'Set the suggested free days' });
  await waitFor(() => expect(sent()).toMatchObject({ ifNoneMatch: '*', body: { date, seriesId: ferry.id } }));
});
