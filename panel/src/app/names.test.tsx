import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { referenceTo, seriesNamed } from '../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';
const assetId = '01930000-0000-7000-8000-000000000061';
const createdAt = '2035-01-01T00:00:00.000Z';
const harbour = seriesNamed('Harbour', id);
const asset = {
  id: assetId,
  kind: 'thumb',
  seriesId: null,
  episodeId: id,
  provider: 'storage',
  providerId: null,
  playbackId: null,
  status: 'ready',
  durationS: null,
  width: 1,
  height: 1,
  lang: null,
  linked: null,
  url: 'https://public.example/media/files/a.jpg',
  uploadUrl: null,
  thumbnailCandidates: [],
  error: null,
  sizeBytes: 1,
  sourceFileName: 'night.jpg',
  attempts: 0,
  createdAt,
  updatedAt: createdAt,
  allowed: [],
  belongsTo: { seriesId: id, seriesTitle: 'Harbour', episodeNumber: 3, title: 'The letter' },
};

it('The library names the episode and the series of a file', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/media/assets', ({ query }) => server.page(query.get('status') ? [] : [asset]));
  await openPanel('/library');
  const row = (await screen.findByText('night.jpg')).closest('tr');
  expect(row?.textContent).toContain('Episode 3 · The letter');
  expect(row?.textContent).toContain('Harbour');
});

it('The audit log names what an entry is about, by the label of the server or from the entry itself, and its reason in words', async () => {
  const server = fakeServer();
  const entry = {
    id: assetId,
    action: 'series.update',
    admin_id: null,
    admin_email: 'system',
    target_type: 'series',
    admin_name: null,
    target_label: 'Harbour',
    target_picture_id: assetId,
    target_context: null,
    target_id: id,
    reason: 'apology_late_subtitles',
    before: null,
    after: null,
    flags: {},
    request_id: null,
    ip: null,
    created_at: createdAt,
  };
  const letter = { title: 'The letter' };
  const other = { ...entry, id, target_type: 'episode', target_id: assetId, target_label: null, after: letter };
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/media/assets', () => server.page([asset]));
  const context = { series_title: 'Harbour', episode_number: 3, asset_kind: 'caption', lang: 'en' };
  const captions = { ...entry, id: 'c', target_type: 'media_asset', target_id: assetId, target_context: context };
  const ofSeries = { ...context, episode_number: null, asset_kind: 'poster', lang: null };
  const poster = { ...captions, id: 'p', target_context: ofSeries };
  server.on('GET', '/v1/admin/audit-log', () => server.page([entry, other, captions, poster]));
  await openPanel('/audit');
  // The filter offers the same names.
  const table = within(await screen.findByRole('table'));
  const name = await table.findByText('Harbour');
  await waitFor(() => expect(name.closest('td')?.querySelector('img')?.getAttribute('src')).toBe('/media/files/a.jpg'));
  await table.findByText('The letter');
  await table.findByText('Episode 3 of Harbour · English captions');
  await table.findByText('Harbour · Poster');
  expect(table.getAllByText('Apology: late subtitles')).toHaveLength(4);
});

it('The inbox says what an event is, not its id', async () => {
  const server = fakeServer();
  const event = {
    id,
    source: 'media',
    eventId: 'msg_42',
    outcome: 'applied',
    detail: null,
    attempts: 1,
    lastError: null,
    nextAttemptAt: null,
    payload: { status: 'ready' },
    replays: 0,
    occurredAt: null,
    receivedAt: createdAt,
    replayedAt: null,
    allowed: [],
    subject: null,
  };
  server.on('GET', '/v1/admin/webhooks', () => server.page([event]));
  await openPanel('/webhooks');
  await screen.findByText('Video is ready');
  expect(screen.queryByText('msg_42')).toBeNull();
});

it('The plan of many episodes names each of them before it is confirmed', async () => {
  const server = fakeServer();
  const { posterAssetId: _poster, heroAssetId: _hero, ...rest } = harbour;
  const episode = {
    ...rest,
    seriesId: id,
    episodeNumber: 3,
    title: 'The letter',
    cliffhanger_score: 1,
    captions: [],
    media: null,
    mediaAssetId: null,
    thumb_asset_id: null,
    status: 'in_review',
    allowed: ['schedule'],
  };
  const planned = { type: 'episode', id, before: { status: 'in_review' }, after: { status: 'scheduled' } };
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('GET', '/v1/admin/series', () => server.page([{ ...harbour, episodeCount: 1 }]));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episode]));
  const part = { seriesTitle: 'Harbour', seriesTitleI18n: {}, episodeNumber: 3, assetKind: null, lang: null };
  const references = [referenceTo('episode', id, 'The letter', { part })];
  server.on('POST', '/v1/admin/schedules/bulk', () => dryRunReply({ changes: [planned], references }));
  const { user } = await openPanel('/calendar');
  await user.click(await screen.findByRole('button', { name: 'Schedule episodes' }));
  await user.click(await screen.findByRole('radio', { name: /^Harbour/ }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  const dialog = await screen.findByRole('dialog', { name: /^Schedule 1 episode of/ });
  await within(dialog).findByText('Episode 3 of Harbour · The letter');
});

it('A file that changes is shown by its name and its picture', async () => {
  const server = fakeServer();
  const changes = [{ type: 'series', id, before: { posterAssetId: null }, after: { posterAssetId: assetId } }];
  server.on('GET', '/v1/admin/series/:id', () => json({ ...harbour, status: 'in_review', allowed: ['publish'] }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('GET', '/v1/admin/media/assets/:id', () => json({ ...asset, kind: 'poster' }));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply({ changes }));
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Publish now' }));
  const dialog = await screen.findByRole('dialog');
  const name = await within(dialog).findByText('night.jpg');
  expect(name.querySelector('img')?.getAttribute('src')).toBe('/media/files/a.jpg');
});

it('The history of a series names who changed it', async () => {
  const server = fakeServer();
  const entry = {
    id: 'h1',
    action: 'series.update',
    admin_id: 'a',
    admin_email: 'nadia@demo.example',
    admin_name: 'Nadia',
    reason: null,
    before: null,
    after: null,
    flags: {},
    created_at: createdAt,
  };
  server.on('GET', '/v1/admin/series/:id', () => json(harbour));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([entry, { ...entry, id: 'h2', admin_email: 'system' }]));
  await openPanel(`/series/${id}?tab=history`);
  const name = await screen.findByText('Nadia');
  expect(name.closest('[title]')?.getAttribute('title')).toBe('nadia@demo.example');
  expect(screen.queryByText('nadia@demo.example')).toBeNull();
  within(screen.getByRole('main')).getByText('System');
});
