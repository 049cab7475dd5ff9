import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';
const episodes = [2, 3].map((n) => episodeOf(id, n, { allowed: ['update'] }));

async function openSeries(tab: string) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series/:id', () => json(seriesNamed('Harbour', id), 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page(episodes));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
  server.on('PUT', '/v1/admin/episodes/:id', () => json({}, 200, { etag: '"2"' }));
  return { server, ...(await openPanel(`/series/${id}?tab=${tab}`)) };
}

it.each([
  ['8.5', /Cliffhanger: Enter a whole number/],
  ['-5', /Cliffhanger: Enter a number from 0 to 100/],
  ['101', /Cliffhanger: Enter a number from 0 to 100/],
  ['eight', /Cliffhanger: Enter a number such as 12/],
])('A score of “%s” stays as it was typed, says what is wrong, and is not saved', async (typed, sentence) => {
  const { server, user } = await openSeries('episodes');
  await user.dblClick(await screen.findByRole('gridcell', { name: 'Cliffhanger of episode 2: 1' }));
  await user.keyboard(`${typed}{Enter}`);
  const cell = await screen.findByRole('gridcell', { name: `Cliffhanger of episode 2: ${typed}` });
  expect(cell.getAttribute('aria-invalid')).toBe('true');
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  screen.getByText(/1 row has an invalid number/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(server.changes()).toEqual([]);
});

it('Digits of Arabic are read as the number that they write', async () => {
  const { server, user } = await openSeries('episodes');
  await user.dblClick(await screen.findByRole('gridcell', { name: 'Cliffhanger of episode 2: 1' }));
  await user.keyboard('٣{Enter}');
  await screen.findByRole('gridcell', { name: 'Cliffhanger of episode 2: 3' });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  expect(server.changes()[0]?.body).toEqual({ cliffhanger_score: 3 });
});

it('Submitting opens the episodes when a number there is invalid, and focuses its cell', async () => {
  const { server, user } = await openSeries('episodes');
  await user.dblClick(await screen.findByRole('gridcell', { name: 'Cliffhanger of episode 3: 1' }));
  await user.keyboard('8.5{Enter}');
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await user.click(await screen.findByRole('button', { name: 'Submit for review' }));
  await screen.findByRole('group', { name: 'Not saved yet' });
  await screen.findByRole('tab', { name: /Episodes/, selected: true });
  const cell = screen.getByRole('gridcell', { name: 'Cliffhanger of episode 3: 8.5' });
  await waitFor(() => expect(document.activeElement).toBe(cell));
  expect(server.changes()).toEqual([]);
});

it('Submitting opens the details and the language with the invalid field, and focuses that', async () => {
  const { server, user } = await openSeries('details');
  await user.click(await screen.findByRole('tab', { name: 'Arabic' }));
  const arabic = within(screen.getByRole('tabpanel', { name: 'Arabic' })).getByLabelText('Title');
  await user.click(arabic);
  await user.paste('ط'.repeat(201));
  await user.click(screen.getByRole('tab', { name: 'Indonesian' }));
  await user.click(screen.getByRole('tab', { name: /Episodes/ }));
  await user.click(await screen.findByRole('button', { name: 'Submit for review' }));
  const toast = await screen.findByRole('group', { name: 'Not saved yet' });
  within(toast).getByText('Correct the marked fields first.');
  await screen.findByRole('tab', { name: 'Details', selected: true });
  await screen.findByRole('tab', { name: /Arabic.*Has errors/, selected: true });
  await waitFor(() => expect(document.activeElement).toBe(arabic));
  expect(server.changes()).toEqual([]);
});

it('A translation that the server refuses opens its language', async () => {
  const { server, user } = await openSeries('details');
  // The server sends codes of faults to those who ask for them.
  server.on('PUT', '/v1/admin/series/:id', ({ prefer }) => {
    const fault = prefer === 'fault-codes' ? { code: 'too_long', limit: 120 } : {};
    const details = [{ path: 'titleI18n.ar', message: 'must have at most 120 characters', ...fault }];
    return errorResponse(400, 'validation_failed', { details });
  });
  await user.click(await screen.findByRole('tab', { name: 'Arabic' }));
  const arabic = within(screen.getByRole('tabpanel', { name: 'Arabic' })).getByLabelText('Title');
  await user.type(arabic, 'ميناء');
  await user.click(screen.getByRole('tab', { name: 'English' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByRole('tab', { name: /Arabic.*Has errors/, selected: true });
  await screen.findByText('At most 120 characters.');
  await waitFor(() => expect(document.activeElement).toBe(arabic));
});

it('Submitting saves first what was typed in another tab', async () => {
  const { server, user } = await openSeries('details');
  server.on('PUT', '/v1/admin/series/:id', () => json(seriesNamed('Harbour', id), 200, { etag: '"2"' }));
  await user.type(await screen.findByLabelText('URL slug'), '-lights');
  await user.click(screen.getByRole('tab', { name: /Episodes/ }));
  await user.click(await screen.findByRole('button', { name: 'Submit for review' }));
  await screen.findByRole('dialog', { name: 'Submit Harbour for review' });
  expect(server.changes().map(({ body }) => body)).toEqual([{ slug: 'harbour-lights' }]);
});
