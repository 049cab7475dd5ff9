import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dryRunReply, errorResponse, fakeServer, json, networkError } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';
const path = `/v1/admin/series/${id}`;
type Series = ReturnType<typeof seriesNamed>;

/** A series that can be saved; `answer` says what becomes of the answer to a save. */
async function openSeries(first: Partial<Series> = {}) {
  const server = fakeServer();
  const stored = { series: { ...seriesNamed('Harbour', id), synopsis: 'A debt.', ...first }, isLost: false };
  const shown = () => json(stored.series, 200, { etag: `"${stored.series.revision}"` });
  server.on('GET', '/v1/admin/series/:id', shown);
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
  server.on('PUT', '/v1/admin/series/:id', ({ query, body, ifMatch }) => {
    if (ifMatch !== `"${stored.series.revision}"`) return errorResponse(412, 'stale_write');
    if (query.has('dryRun')) return dryRunReply();
    stored.series = { ...stored.series, ...Object(body), revision: stored.series.revision + 1 };
    return stored.isLost ? networkError() : shown();
  });
  const panel = await openPanel(`/series/${id}`);
  const english = within(await screen.findByRole('tabpanel', { name: 'English' }));
  const synopsis = english.getByLabelText<HTMLTextAreaElement>('Synopsis');
  const write = async (text: string) => {
    await panel.user.clear(synopsis);
    await panel.user.type(synopsis, text);
  };
  return { server, stored, panel, english, synopsis, write };
}

describe('what no viewer sees', () => {
  it('is saved at once, says so, and is taken back by its button', async () => {
    const { server, stored, panel, synopsis, write } = await openSeries();
    await write('A promise.');
    await panel.user.click(screen.getByRole('button', { name: 'Save changes' }));
    const toast = await screen.findByRole('group', { name: 'Saved' });
    within(toast).getByText('Harbour');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stored.series.synopsis).toBe('A promise.');
    await panel.user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await screen.findByRole('group', { name: 'Undone' });
    expect(stored.series.synopsis).toBe('A debt.');
    await waitFor(() => expect(synopsis.value).toBe('A debt.'));
    expect(server.changes(path).map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
      [{ synopsis: 'A promise.' }, '"1"'],
      [{ synopsis: 'A debt.' }, '"2"'],
    ]);
  });

  it('is taken back from the keyboard, once', async () => {
    const { server, stored, panel, write } = await openSeries();
    await write('A promise.');
    await panel.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('group', { name: 'Saved' });
    await panel.user.keyboard('{Control>}z{/Control}');
    await screen.findByRole('group', { name: 'Undone' });
    await panel.user.keyboard('{Control>}z{/Control}');
    expect(stored.series.synopsis).toBe('A debt.');
    expect(server.changes(path)).toHaveLength(2);
  });

  it('is not taken back over what someone else has saved since', async () => {
    const { stored, panel, write } = await openSeries();
    await write('A promise.');
    await panel.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('group', { name: 'Saved' });
    stored.series = { ...stored.series, synopsis: 'Theirs.', revision: 3 };
    await panel.user.click(screen.getByRole('button', { name: 'Undo' }));
    const refused = await screen.findByRole('group', { name: 'Could not undo' });
    within(refused).getByText(/changed again since/);
    expect(stored.series.synopsis).toBe('Theirs.');
  });

  it('keeps what was typed beside what someone else has saved meanwhile', async () => {
    const { stored, panel, synopsis, write } = await openSeries();
    await write('A promise.');
    stored.series = { ...stored.series, synopsis: 'Theirs.', revision: 2 };
    await panel.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Someone else changed this');
    expect(synopsis.value).toBe('A promise.');
    expect(screen.queryByRole('group', { name: 'Saved' })).toBeNull();
  });

  it('sends nothing while there is no line, and keeps what was typed within reach', async () => {
    const { server, panel, synopsis, write } = await openSeries();
    await write('A promise.');
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await panel.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('group', { name: 'You are offline' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(synopsis.value).toBe('A promise.');
    expect(server.changes()).toHaveLength(0);
    line.mockReturnValue(true);
    await panel.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('group', { name: 'Saved' });
  });

  it('asks what became of it in the dialog where no answer came, with the text still there', async () => {
    const { stored, panel, synopsis, write } = await openSeries();
    await write('A promise.');
    stored.isLost = true;
    await panel.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('We do not know whether this was done');
    expect(synopsis.value).toBe('A promise.');
  });
});

it('What viewers see is still looked at before it is saved', async () => {
  const { server, panel, write } = await openSeries({ status: 'scheduled' });
  await write('A promise.');
  await panel.user.click(screen.getByRole('button', { name: 'Review and save' }));
  await screen.findByRole('dialog', { name: 'Edit Harbour' });
  expect(server.changes(path)).toHaveLength(0);
});

it('Submitting saves what is typed first', async () => {
  const { server, stored, panel, write } = await openSeries();
  await write('A promise.');
  await panel.user.click(screen.getByRole('button', { name: 'Submit for review' }));
  await screen.findByRole('dialog', { name: /Submit Harbour/ });
  expect(stored.series.synopsis).toBe('A promise.');
  expect(server.changes().map(({ method }) => method)).toEqual(['PUT']);
});

it('Submitting stops where what is typed cannot be saved', async () => {
  const { server, panel, english } = await openSeries();
  await panel.user.clear(english.getByLabelText('Title'));
  await panel.user.click(screen.getByRole('button', { name: 'Submit for review' }));
  await screen.findByText('Fill this in');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.changes()).toHaveLength(0);
});
