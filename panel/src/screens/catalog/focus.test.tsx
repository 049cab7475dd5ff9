import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

const episode = (number: number) => episodeOf(id, number, { allowed: ['update', 'submit'] });

/** A series that is at another state once something was sent for it. */
function serve(before: object, after: object, episodes: readonly object[] = []) {
  const server = fakeServer();
  const isSent = () => server.changes().length > 0;
  const shown = () => ({ ...seriesNamed('Harbour', id), ...(isSent() ? after : before) });
  server.on('GET', '/v1/admin/series/:id', () => json(shown(), 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page(episodes));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('GET', '/v1/admin/publishing/reviewers', () => server.page([]));
  for (const path of ['/v1/admin/series/:id/workflow', '/v1/admin/episodes/:id/workflow', '/v1/admin/schedules']) {
    server.on('POST', path, ({ query }) => (query.has('dryRun') ? dryRunReply() : json({ warnings: [] }, 201)));
  }
  server.on('PUT', '/v1/admin/episodes/:id', () => json({}));
  return server;
}

const focused = (): Element | null => document.activeElement;

const renamed = async () => {
  const { user } = await openPanel(`/series/${id}?tab=episodes`);
  const cell = await screen.findByRole('gridcell', { name: /^Title of episode 2/ });
  cell.focus();
  await user.keyboard('Crossing{Enter}');
  await screen.findByText('1 episode not saved yet');
  return { user };
};

it.each(['Discard', 'Save'])('The grid has the focus again after %s', async (name) => {
  serve({}, {}, [episode(2), episode(3)]);
  const { user } = await renamed();
  screen.getByRole('button', { name }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('1 episode not saved yet')).toBeNull());
  await waitFor(() => expect(focused()?.closest('[role=grid]')).not.toBeNull());
});

it('Where discarding leaves no row, the button that adds one has the focus', async () => {
  serve({}, {});
  const { user } = await openPanel(`/series/${id}?tab=episodes`);
  await user.click(await screen.findByRole('button', { name: 'Add episode' }));
  await user.keyboard('Crossing{Tab}{Escape}');
  screen.getByRole('button', { name: 'Discard' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('No episodes yet');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Add episode' })));
});

it('A submitted series has the focus at its status, as its button is gone', async () => {
  serve({ allowed: ['update', 'submit'] }, { status: 'in_review', allowed: ['publish'] });
  const { user } = await openPanel(`/series/${id}`);
  (await screen.findByRole('button', { name: 'Submit for review' })).focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit Harbour for review' }));
  const confirm = await dialog.findByRole('button', { name: /^Submit for review/ });
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
  await user.click(confirm);
  await screen.findByRole('button', { name: 'Publish now' });
  await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Status'));
});

it('A scheduled series has the focus at its status, as its button is gone', async () => {
  serve({ status: 'in_review', allowed: ['schedule'] }, { status: 'scheduled', allowed: ['send_back'] });
  const { user } = await openPanel(`/series/${id}`);
  (await screen.findByRole('button', { name: 'Schedule' })).focus();
  await user.keyboard('{Enter}');
  const drawer = within(await screen.findByRole('dialog', { name: 'Schedule Harbour' }));
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Ctrl ↵');
  // The sheet lies above the drawer, whose title and button have the same names.
  const sheet = within(screen.getAllByRole('dialog', { name: 'Schedule Harbour' }).at(-1) ?? document.body);
  const confirm = sheet.getByRole('button', { name: 'Schedule' });
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
  await user.click(confirm);
  await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Status'));
});

it('Escape in a sheet that was opened from a menu leads back to the button of the menu', async () => {
  serve({}, {}, [episode(2), episode(3)]);
  const { user } = await openPanel(`/series/${id}?tab=episodes`);
  await user.click(await screen.findByRole('checkbox', { name: 'Select episode 2' }));
  const button = await screen.findByRole('button', { name: 'Change status' });
  await user.click(button);
  await user.click(await screen.findByText('Submit for review', { selector: '[role=menuitem] *' }));
  await screen.findByRole('dialog', { name: /Submit/ });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe(button));
});
