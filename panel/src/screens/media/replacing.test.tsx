import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { FakeUpload, stubUploads } from '../../../test/fake-upload.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';
const current = '01930000-0000-7000-8000-000000000051';
const fresh = '01930000-0000-7000-8000-000000000052';

const videoOf = (assetId: string, episodeId: string | null) => ({
  id: assetId,
  kind: 'video',
  status: 'ready',
  seriesId: id,
  episodeId,
  sourceFileName: `${assetId}.mp4`,
  error: null,
  url: null,
  uploadUrl: null,
  lang: null,
  sizeBytes: 1,
  durationS: 60,
  width: null,
  height: null,
  thumbnailCandidates: [],
  allowed: [],
  attempts: 1,
  linked: episodeId !== null,
  belongsTo: null,
  createdAt: '2035-01-01T00:00:00.000Z',
  updatedAt: '2035-01-01T00:00:00.000Z',
});

function serve(permissions: string[]) {
  const { posterAssetId: _poster, heroAssetId: _hero, ...rest } = seriesNamed('Crossing', id);
  const episode = {
    ...rest,
    seriesId: id,
    episodeNumber: 1,
    cliffhanger_score: 1,
    captions: [],
    thumb_asset_id: null,
    mediaAssetId: current,
    media: { status: 'ready', url: null, durationS: 60 },
    status: 'published',
    allowed: ['update'],
    lockedFields: ['mediaAssetId', 'thumb_asset_id'],
    noteRequired: true,
  };
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'content_manager', permissions }));
  server.on('GET', '/v1/admin/episodes/:id', () => json(episode, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id', () => json(seriesNamed('Harbour', id), 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episode]));
  server.on('GET', '/v1/admin/media/assets', ({ query }) =>
    server.page(query.has('seriesId') ? [videoOf(current, id), videoOf(fresh, null)] : [videoOf(current, id)]),
  );
  server.on('PUT', '/v1/admin/episodes/:id/media', ({ query }) =>
    query.has('dryRun') ? dryRunReply({}, { warnings: [] }) : json({ ...episode, warnings: [] }),
  );
  return server;
}

it('A live video is replaced by who may publish, with a note', async () => {
  const server = serve(['catalog:read', 'catalog:write', 'publishing:write']);
  const { user } = await openPanel(`/episodes/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Use this one' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText(/^Note/), 'Sound was missing');
  await user.click(within(dialog).getByRole('button', { name: /^Use this one/ }));
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  expect(server.changes()[0]?.body).toEqual({ mediaAssetId: fresh, note: 'Sound was missing' });
});

it('Who may not publish is told so in place of replacing a live video', async () => {
  serve(['catalog:read', 'catalog:write']);
  await openPanel(`/episodes/${id}`);
  const button = await screen.findByRole('button', { name: /^Use this one/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

it('Captions of a live episode are deleted with a note that goes into the address', async () => {
  const server = serve(['*']);
  const captions = {
    ...videoOf(fresh, id),
    kind: 'caption',
    lang: 'ar',
    sourceFileName: 'ar.srt',
    allowed: ['delete'],
  };
  server.on('GET', '/v1/admin/media/assets', () => server.page([videoOf(current, id), captions]));
  server.on('DELETE', '/v1/admin/media/assets/:id', ({ query }) => (query.has('dryRun') ? dryRunReply() : json({})));
  const { user } = await openPanel(`/episodes/${id}`);
  const row = within(await screen.findByRole('listitem', { name: /Arabic/ }));
  await user.click(await row.findByRole('button', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText(/^Note/), 'x');
  await user.click(within(dialog).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  expect(server.changes()[0]?.query.get('note')).toBe('x');
});

it('Deleting the video of an episode in review takes a note', async () => {
  const server = serve(['*']);
  const video = { ...videoOf(fresh, id), allowed: ['delete'] };
  server.on('GET', '/v1/admin/media/assets', () => server.page([video]));
  server.on('GET', '/v1/admin/media/assets/:id', () => json(video));
  server.on('DELETE', '/v1/admin/media/assets/:id', ({ query }) => (query.has('dryRun') ? dryRunReply() : json({})));
  server.on('GET', '/v1/admin/episodes/:id', () =>
    json({ ...seriesNamed('Crossing', id), status: 'in_review', mediaAssetId: fresh }, 200, { etag: '"1"' }),
  );
  const { user } = await openPanel(`/library/${fresh}`);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete/ }));
  await dialog.findByLabelText(/^Note/);
  await user.click(await dialog.findByRole('button', { name: /^Delete/ }));
  expect(server.changes()).toEqual([]);
  await user.type(dialog.getByLabelText(/^Note/), 'Sound was missing');
  await user.click(dialog.getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(server.changes()).toHaveLength(1));
});

it('Another file is chosen for a failed one where it is listed, goes to the same episode and replaces it', async () => {
  const server = serve(['catalog:read', 'catalog:write']);
  stubUploads();
  const belongsTo = { seriesTitle: 'Harbour', seriesTitleI18n: {}, title: 'Crossing', titleI18n: {}, episodeNumber: 1 };
  const failed = {
    ...videoOf(current, id),
    status: 'failed',
    error: 'truncated',
    sourceFileName: 'bad.mp4',
    belongsTo,
  };
  const stuck = {
    ...videoOf(fresh, null),
    status: 'uploading',
    sourceFileName: 'stuck.mp4',
    updatedAt: '2020-01-01T00:00:00.000Z',
  };
  server.on('GET', '/v1/admin/media/assets', ({ query }) => {
    const items = { failed: [failed], uploading: [stuck] }[query.get('status') ?? ''] ?? [];
    return server.page(query.has('status') ? items : [failed, stuck]);
  });
  server.on('GET', '/v1/admin/media/assets/:id', () => json(videoOf(fresh, id)));
  server.on('GET', '/v1/admin/episodes/:id', () =>
    json({ ...episodeOf(id, 1, {}), status: 'draft', media: null }, 200, { etag: '"1"' }),
  );
  server.on('POST', '/v1/admin/media/uploads/direct', () =>
    json({ assetId: fresh, uploadUrl: 'http://panel.test/media/uploads/1', expiresAt: '2135-01-01T00:00:00.000Z' }),
  );
  server.on('DELETE', '/v1/admin/media/assets/:id', () => new Response(null, { status: 204 }));
  const { user, router } = await openPanel('/library');
  const needed = within(await screen.findByRole('region', { name: /Needs attention/ }));
  needed.getByText('2');
  // The menu counts the same.
  await within(await screen.findByRole('link', { name: /^Media library/ })).findByText('2');
  const video = new File(['0123456789'], 'good.mp4', { type: 'video/mp4' });
  await user.upload(needed.getByLabelText('Choose another file: bad.mp4'), video);
  await waitFor(() => expect(router.state.location.pathname).toBe('/uploads'));
  await waitFor(() => expect(FakeUpload.open).toHaveLength(1));
  const [announced] = server.changes('/v1/admin/media/uploads/direct');
  expect(announced?.body).toMatchObject({ seriesId: id, episodeId: id });
  await screen.findByText('Episode 1 · Crossing');
  expect(server.changes().some(({ method }) => method === 'DELETE')).toBe(false);
  FakeUpload.open[0]?.answer(204, 10);
  await waitFor(() =>
    expect(server.changes().filter(({ method }) => method === 'DELETE')).toMatchObject([
      { path: `/v1/admin/media/assets/${current}` },
    ]),
  );
});

it('A picture that viewers see cannot be deleted, and the button says why', async () => {
  const server = serve(['*']);
  const poster = { ...videoOf(fresh, id), kind: 'poster', sourceFileName: 'poster.jpg', allowed: [] };
  server.on('GET', '/v1/admin/media/assets', () => server.page([poster]));
  server.on('GET', '/v1/admin/media/assets/:id', () => json(poster));
  server.on('GET', '/v1/admin/webhooks', () => server.page([]));
  const { user } = await openPanel(`/library/${fresh}`);
  const button = await screen.findByRole('button', { name: /^Delete/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.hover(button);
  await screen.findByText(/series or episode/);
});
