import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, pendingGrant, referenceTo, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

function serve(series: object, allowed: readonly string[]) {
  const server = fakeServer();
  const shown = { ...seriesNamed('Harbour', id), episodeCount: 3, ...series };
  server.on('GET', '/v1/admin/series/:id', () => json(shown, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () =>
    server.page([2, 3, 4].map((n) => episodeOf(id, n, { allowed }))),
  );
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  const reviewers = ['Omar', 'Putri', 'Rania', 'Sofia'].map((name) => ({ id: name, name, role: 'content_manager' }));
  server.on('GET', '/v1/admin/publishing/reviewers', () => server.page(reviewers));
  for (const path of ['/v1/admin/series/:id/workflow', '/v1/admin/episodes/:id/workflow']) {
    server.on('POST', path, ({ query }) => (query.has('dryRun') ? dryRunReply() : json({ warnings: [] })));
  }
  const changes = [2, 3, 4].map((n) => ({
    type: 'episode',
    id: id.replace(/.$/, String(n)),
    before: { status: 'in_review' },
    after: { status: 'scheduled', runAt: `2135-11-2${n}T12:00:00.000Z` },
  }));
  for (const path of ['/v1/admin/schedules', '/v1/admin/schedules/bulk']) {
    const effects = path.endsWith('bulk') ? { changes } : {};
    server.on('POST', path, ({ query }) => (query.has('dryRun') ? dryRunReply(effects) : json({}, 201)));
  }
  return server;
}

it('A series is submitted with its episodes in one step, or without them', async () => {
  const server = serve({}, ['update', 'submit']);
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Submit for review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Submit Harbour for review' });
  const along = await within(dialog).findByLabelText<HTMLInputElement>('With its 3 episodes');
  expect(along.checked).toBe(true);
  await within(dialog).findByText('4 will change');
  await user.click(along);
  await within(dialog).findByText('1 will change');
  await user.click(along);
  await user.click(within(dialog).getByRole('button', { name: 'Submit for review' }));
  await screen.findByRole('group', { name: 'Submitted Harbour for review' });
  expect(server.changes().map(({ path }) => path.split('/')[3])).toEqual(['series', ...Array(3).fill('episodes')]);
});

it('Episodes that are still on their way are waited for', async () => {
  const server = serve({ status: 'in_review', allowed: ['publish'] }, ['publish']);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  server.on('GET', '/v1/admin/series/:id/episodes', async () => {
    await arrived;
    return server.page([2, 3, 4].map((n) => episodeOf(id, n, { allowed: ['publish'] })));
  });
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Publish now' }));
  arrive();
  const dialog = await screen.findByRole('dialog', { name: 'Publish Harbour now' });
  await within(dialog).findByLabelText('With its 3 episodes');
});

it('A series is scheduled with its episodes, a day apart', async () => {
  const server = serve({ status: 'in_review', allowed: ['schedule'] }, ['schedule']);
  const { user } = await openPanel(`/series/${id}`);
  await screen.findByRole('tab', { name: /Episodes/ });
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/episodes'))).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Schedule Harbour' }));
  await drawer.findByLabelText('With its 3 episodes');
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  const sheet = (await screen.findByText('4 will change')).closest<HTMLElement>('[role="dialog"]');
  const lines = within(sheet ?? document.body).getAllByText(/^Episode \d/);
  expect(lines.map(({ textContent }) => textContent)).toEqual(
    [2, 3, 4].map((n) => expect.stringMatching(new RegExp(`^Episode ${n}.*Letter ${n}.*: .*2${n} Nov 2135`))),
  );
  await user.click(within(sheet ?? document.body).getByRole('button', { name: 'Schedule' }));
  await screen.findByRole('group', { name: /^Scheduled Harbour for .* UTC$/ });
  const [series, episodes] = server.changes();
  expect(series?.body).toMatchObject({ refType: 'series', refId: id });
  expect(episodes?.body).toMatchObject({ cadence: 'daily', episodeIds: [2, 3, 4].map((n) => episodeOf(id, n, {}).id) });
});

it('What waits for review says who may decide', async () => {
  serve({ status: 'in_review', allowed: [] }, []);
  await openPanel(`/series/${id}`);
  await screen.findByText(/Can be reviewed by Omar, Putri, Rania,? and 1 other\./);
});

it('Sending a series back takes a reason, and the dialog names the episodes that go with it', async () => {
  const server = serve({ status: 'in_review', allowed: ['send_back'] }, []);
  const warnings = [{ code: 'episodes_sent_back', count: 3 }];
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }) =>
    query.has('dryRun') ? dryRunReply({}, { warnings }) : json({ warnings }),
  );
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Send back to draft' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Harbour back to draft' }));
  await dialog.findByText('3 episodes become drafts too.');
  await user.click(dialog.getByRole('button', { name: /^Send back to draft/ }));
  expect(server.changes()).toEqual([]);
  await user.type(dialog.getByLabelText(/^What has to change/), 'Episode 2 has no ending');
  await user.click(dialog.getByRole('button', { name: /^Send back to draft/ }));
  await waitFor(() =>
    expect(server.changes()[0]?.body).toEqual({ action: 'send_back', note: 'Episode 2 has no ending' }),
  );
  await screen.findByRole('group', { name: 'Sent Harbour back to draft' });
});

it('Unscheduling a series says how many episodes stay scheduled', async () => {
  const server = serve({ status: 'scheduled', allowed: ['unpublish'] }, []);
  server.on('POST', '/v1/admin/series/:id/workflow', () =>
    dryRunReply({}, { warnings: [{ code: 'episodes_stay_scheduled', count: 2 }] }),
  );
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Unschedule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unschedule Harbour' }));
  await dialog.findByText(/^2 of its episodes stay scheduled\./);
});

it('The review of a move calls each episode by its number and title', async () => {
  const server = serve({ status: 'published', allowed: ['archive'] }, []);
  const changes = [2, 3].map((n) => ({
    type: 'episode',
    id: episodeOf(id, n, {}).id,
    before: { status: 'published' },
    after: { status: 'archived' },
  }));
  const audit = ['series.archive', 'episode.archive'].map((action) => ({ action }));
  const references = [2, 3].map((n) => {
    const part = { seriesTitle: 'Harbour', seriesTitleI18n: {}, episodeNumber: n, assetKind: null, lang: null };
    return referenceTo('episode', episodeOf(id, n, {}).id, `Letter ${n}`, { part });
  });
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }) =>
    query.has('dryRun') ? dryRunReply({ changes, audit, references }) : json({ warnings: [] }),
  );
  const { user } = await openPanel(`/series/${id}`);
  await screen.findByRole('tab', { name: /Episodes/ });
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/episodes'))).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Archive' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive Harbour' }));
  await dialog.findByText('Episode 2 of Harbour · Letter 2');
  dialog.getByText('Episode 3 of Harbour · Letter 3');
  await user.click(dialog.getByRole('button', { name: /^Archive/ }));
  await screen.findByRole('group', { name: 'Archived Harbour' });
});

it('After a move the step that was next is not looked at again', async () => {
  const server = serve({ status: 'draft', allowed: ['submit'] }, []);
  let status = 'draft';
  server.on('GET', '/v1/admin/series/:id', () =>
    json({ ...seriesNamed('Harbour', id), status, allowed: status === 'draft' ? ['submit'] : [] }, 200, {
      etag: `"${status}"`,
    }),
  );
  const looked: string[] = [];
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }) => {
    if (query.has('dryRun')) {
      looked.push(status);
      return dryRunReply({}, { warnings: [] });
    }
    status = 'in_review';
    return json({ warnings: [] });
  });
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Submit for review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit Harbour for review' }));
  await user.click(await dialog.findByRole('button', { name: /^Submit for review/ }));
  await screen.findByText(/^Waiting for review/);
  await expect.poll(() => server.calls.filter(({ path }) => path.endsWith(id)).length).toBeGreaterThan(1);
  expect(looked).not.toContain('in_review');
});

it('A series says at once all that it lacks', async () => {
  serve({ status: 'draft', allowed: [], genreSlug: null, heroAssetId: null, missing: ['captions'] }, []);
  await openPanel(`/series/${id}`);
  await screen.findByText(/^Missing: .*genre.*hero.*captions/i);
});

it('A draft says why it was sent back, and that episodes which are no drafts are locked', async () => {
  const server = serve({ status: 'draft', allowed: ['submit'] }, []);
  server.on('GET', '/v1/admin/series/:id/episodes', () =>
    server.page([2, 3].map((n) => episodeOf(id, n, { status: 'published', lockedFields: ['title'] }))),
  );
  const sentBack = { note: 'Episode 2 has no ending', by: 'Sofia Marín', at: '2035-01-01T00:00:00.000Z' };
  server.on('GET', '/v1/admin/series/:id/sent-back', () => json({ sentBack }));
  await openPanel(`/series/${id}`);
  await screen.findByText('Sent back by Sofia Marín');
  await screen.findByText('Episode 2 has no ending');
  await screen.findByText(/2 episodes are not drafts/);
  expect(screen.queryByText(/Everything can be changed/)).toBeNull();
});

it('The page of a series whose deletion waits for approval says so, and leads to the request', async () => {
  const server = serve({}, []);
  const request = { ...pendingGrant, kind: 'series_delete', targetType: 'series', targetId: id };
  server.on('GET', '/v1/admin/approvals', ({ query }) =>
    server.page(query.get('targetId') === id && query.get('kind') === 'series_delete' ? [request] : []),
  );
  await openPanel(`/series/${id}`);
  const link = await screen.findByRole('link', { name: 'Open the request' });
  expect(link.getAttribute('href')).toBe(`/approvals/${request.id}`);
  screen.getByText('Putri Lestari requested its deletion, which waits for approval');
});
