import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { errorResponse, type FakeServer, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';
import { setChosenFiles } from './chosen-files.ts';
import { currentUploads, removeUpload } from './upload-queue.ts';

const series = seriesNamed('Harbour', '01930000-0000-7000-8000-000000000021');
const assetId = '01930000-0000-7000-8000-000000000091';
const file = (name: string) => new File(['0123456789'], name, { type: 'video/mp4' });

const episodeAs = (number: number, status: string) => ({
  id: `e${number}`,
  seriesId: series.id,
  synopsis: '',
  titleI18n: {},
  synopsisI18n: {},
  cliffhanger_score: 0,
  publishedAt: null,
  revision: 1,
  createdAt: '',
  updatedAt: '',
  allowed: [],
  lockedFields: [],
  status,
  mediaAssetId: null,
  thumb_asset_id: null,
  media: null,
  captions: [],
  episodeNumber: number,
  title: 'Crossing',
  noteRequired: status === 'published',
});

let server: FakeServer;
beforeEach(() => {
  setChosenFiles([]);
  for (const one of currentUploads()) removeUpload(one);
  server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page([series]));
  server.on('GET', '/v1/admin/series/:id', () => json(series));
});

const zone = () => screen.findByRole('button', { name: /^Drop/ });

const captionSent = async (asset: object) => {
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episodeAs(3, 'draft')]));
  server.on('POST', '/v1/admin/media/captions', () => json({ id: assetId }));
  const arrived = { id: assetId, kind: 'caption', episodeId: 'e3', updatedAt: new Date().toISOString() };
  server.on('GET', '/v1/admin/media/assets/:id', () => json({ ...arrived, ...asset }));
  const { user } = await openPanel(`/uploads?series=${series.id}`);
  await screen.findByRole('heading', { name: 'Recent uploads' });
  fireEvent.drop(await zone(), { dataTransfer: { files: [file('ep_03.ar.srt')] } });
  await screen.findByText('10 bytes');
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  await screen.findByRole('link', { name: 'Open the episode' });
};

it('Uploads that the provider refuses are not called done', async () => {
  await captionSent({ status: 'failed', error: 'truncated' });
  screen.getByText('Failed');
  screen.getByText(/The file is cut off or damaged/);
  expect(screen.queryByText(/100%|Uploaded/)).toBeNull();
  screen.getByRole('button', { name: 'Choose another file for ep_03.ar.srt' });
  screen.getByRole('heading', { name: 'Recent uploads' });
});

it('Uploads that are there are not called under way', async () => {
  await captionSent({ status: 'ready', error: null });
  screen.getByText('Uploaded · 100%');
  screen.getByRole('heading', { name: 'Recent uploads' });
  expect(screen.queryByRole('heading', { name: 'Uploading' })).toBeNull();
});

it('Uploads without a match say which names have one, and that a series comes first', async () => {
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episodeAs(3, 'draft')]));
  const { router } = await openPanel('/uploads');
  fireEvent.drop(await zone(), { dataTransfer: { files: [file('trailer.mov'), file('unknown.srt')] } });
  expect(await screen.findAllByText('Choose a series to match files by name.')).toHaveLength(2);
  await router.navigate({ to: '/uploads', search: { series: series.id } });
  await screen.findByText(/These would match: \W*ep_03\.mov\W+and\W+S01E03\.mov/);
  screen.getByText(/These would match: \W*ep_03\.en\.srt/);
});

it('Uploads that failed stand first, and it is said how many arrived', async () => {
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episodeAs(3, 'draft')]));
  server.on('POST', '/v1/admin/media/captions', ({ body }) =>
    /name="lang"\s+ar/.test(String(body))
      ? json({ id: assetId })
      : errorResponse(400, 'invalid_caption', { line: 2, problem: 'x', problemCode: 'ends_early' }),
  );
  server.on('GET', '/v1/admin/media/assets/:id', () =>
    json({
      id: assetId,
      kind: 'caption',
      status: 'ready',
      error: null,
      episodeId: 'e3',
      updatedAt: new Date().toISOString(),
    }),
  );
  const { user } = await openPanel(`/uploads?series=${series.id}`);
  fireEvent.drop(await zone(), { dataTransfer: { files: [file('ep_03.ar.srt'), file('ep_03.id.srt')] } });
  await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
  await screen.findByText('1 of 2 uploaded');
  const section = within(screen.getByRole('region', { name: 'Recent uploads' }));
  const [first] = section.getAllByRole('listitem');
  within(first ?? document.body).getByText('ep_03.id.srt');
  within(first ?? document.body).getByText('Failed');
});
