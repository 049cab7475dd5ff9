import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { admin, errorResponse, type FakeServer, fakeServer, json, neverResponds } from '../../../test/fake-server.ts';
import { FakeUpload, stubUploads } from '../../../test/fake-upload.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';
import type { Schema } from '../../api/client.ts';
import { announceSignIn, showNobody } from '../../ui/signed-in.ts';
import { episodesQuery } from '../catalog/queries.ts';
import { setChosenFiles } from './chosen-files.ts';
import { sendCaption, sendImage } from './send-file.ts';
import { currentUploads, removeUpload } from './upload-queue.ts';

const series = seriesNamed('Harbour', '01930000-0000-7000-8000-000000000021');
const assetId = '01930000-0000-7000-8000-000000000091';
const file = (name: string) => new File(['0123456789'], name, { type: 'video/mp4' });

const episodeAs = (number: number, status: Schema<'Episode'>['status']) =>
  episodeOf(series.id, number, {
    id: `e${number}`,
    title: 'Crossing',
    titleI18n: {},
    status,
    allowed: [],
    lockedFields: [],
    noteRequired: status === 'published',
  });

let server: FakeServer;
beforeEach(() => {
  setChosenFiles([]);
  for (const one of currentUploads()) removeUpload(one);
  stubUploads();
  server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page([series]));
  server.on('GET', '/v1/admin/series/:id', () => json(series));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('POST', '/v1/admin/media/uploads/direct', () =>
    json({ assetId, uploadUrl: 'http://panel.test/media/uploads/1', expiresAt: '2135-01-01T00:00:00.000Z' }),
  );
  server.on('HEAD', '/media/uploads/:id', () => new Response(null, { headers: { 'upload-offset': '0' } }));
});

const zone = () => screen.findByRole('button', { name: /^Drop/ });

async function beginOne({ user }: Awaited<ReturnType<typeof openPanel>>) {
  fireEvent.drop(await zone(), { dataTransfer: { files: [file('ep_01.mp4')] } });
  await user.click(await screen.findByRole('button', { name: /^Upload/ }));
  await waitFor(() => expect(FakeUpload.open).toHaveLength(1));
}

describe('uploads', () => {
  it('tick without drawing the files that wait to be matched again', async () => {
    const panel = await openPanel(`/uploads?series=${series.id}`);
    await beginOne(panel);
    // Whoever draws the waiting files reads the names of the episodes.
    let reads = 0;
    const episode = {
      ...episodeAs(1, 'draft'),
      get title() {
        reads += 1;
        return 'Crossing';
      },
    };
    fireEvent.drop(await zone(), { dataTransfer: { files: [file('ep_02.mp4'), file('ep_03.mp4')] } });
    panel.client.setQueryData(episodesQuery(series.id).queryKey, [episode]);
    await screen.findAllByRole('option', { name: /Crossing/ });
    const before = reads;
    for (const loaded of [1, 3, 5]) {
      FakeUpload.open[0]?.progress(loaded);
      await screen.findByText(new RegExp(`· ${loaded * 10}%`));
    }
    expect(reads).toBe(before);
  });

  it('keep what was chosen and for which episode during a look at another screen', async () => {
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([1, 2].map((n) => episodeAs(n, 'draft'))));
    const { user, router } = await openPanel(`/uploads?series=${series.id}`);
    fireEvent.drop(await zone(), { dataTransfer: { files: [file('crossing.mp4')] } });
    const episode = () => screen.findByLabelText<HTMLSelectElement>('Episode of crossing.mp4');
    await screen.findAllByRole('option', { name: 'Episode 2 · Crossing' });
    await user.selectOptions(await episode(), 'e2');
    await act(() => router.navigate({ to: '/account' }));
    await waitFor(() => expect(screen.queryByText('crossing.mp4')).toBeNull());
    await act(() => router.navigate({ to: '/uploads', search: { series: series.id } }));
    await waitFor(async () => expect((await episode()).value).toBe('e2'));
  });

  it('keep what was chosen for who signs in again after the session was over, and for nobody else', async () => {
    await openPanel(`/uploads?series=${series.id}`);
    fireEvent.drop(await zone(), { dataTransfer: { files: [file('crossing.mp4')] } });
    await screen.findByText('crossing.mp4');
    act(() => {
      showNobody();
      announceSignIn(admin.id);
    });
    screen.getByText('crossing.mp4');
    act(() => {
      showNobody();
      announceSignIn('01930000-0000-7000-8000-0000000000bb');
    });
    expect(screen.queryByText('crossing.mp4')).toBeNull();
    act(() => showNobody());
  });

  it('warn who closes the page while something is on its way, and only then', async () => {
    const panel = await openPanel('/uploads');
    await zone();
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    await beginOne(panel);
    expect(close()).toBe(true);
  });

  it('in one piece have minutes to arrive, as they may on a slow line', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    server.on('POST', '/v1/admin/media/uploads/image', () => json({ id: assetId }));
    server.on('POST', '/v1/admin/media/captions', () => json({ id: assetId }));
    await sendImage({ kind: 'poster' }, file('poster.png'), 'poster.png');
    await sendCaption({ episodeId: 'e1', lang: 'en' }, file('ep_01.srt'));
    expect(limit.mock.calls).toEqual([[300_000], [300_000]]);
  });

  it('stop when who sends them signs out', async () => {
    server.on('POST', '/v1/admin/auth/logout', () => new Response(null, { status: 204 }));
    const panel = await openPanel('/uploads');
    await beginOne(panel);
    let isStopped = false;
    FakeUpload.open[0]?.addEventListener('abort', () => {
      isStopped = true;
    });
    await panel.user.keyboard('{Control>}k{/Control}');
    await panel.user.click(await screen.findByRole('option', { name: 'Sign out' }));
    await waitFor(() => expect(panel.router.state.location.pathname).toBe('/sign-in'));
    expect(isStopped).toBe(true);
    expect(currentUploads().filter(({ state }) => state !== 'paused')).toEqual([]);
  });

  it('for a live episode that has a video go to its series, to be chosen later', async () => {
    const base = { seriesId: series.id, synopsis: '', titleI18n: {}, synopsisI18n: {}, cliffhanger_score: 0 };
    const state = { publishedAt: null, revision: 1, createdAt: '', updatedAt: '', allowed: [], lockedFields: [] };
    const files = { mediaAssetId: assetId, thumb_asset_id: null, media: { status: 'ready' }, captions: [] };
    const first = { ...base, ...state, ...files, id: 'e1', episodeNumber: 1, title: 'Crossing', status: 'published' };
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([{ ...first, noteRequired: true }]));
    const panel = await openPanel(`/uploads?series=${series.id}`);
    fireEvent.drop(await zone(), { dataTransfer: { files: [file('ep_01.mp4')] } });
    await screen.findByText(/This episode keeps its video/);
    await panel.user.click(screen.getByRole('button', { name: /^Upload/ }));
    await waitFor(() => expect(FakeUpload.open).toHaveLength(1));
    const [sent] = server.changes('/v1/admin/media/uploads/direct');
    expect(sent?.body).toMatchObject({ seriesId: series.id });
    expect(sent?.body).not.toHaveProperty('episodeId');
  });

  it('take captions to the episode and the language in their names, and ask for what a name lacks', async () => {
    const base = { seriesId: series.id, synopsis: '', titleI18n: {}, synopsisI18n: {}, cliffhanger_score: 0 };
    const state = { publishedAt: null, revision: 1, createdAt: '', updatedAt: '', allowed: [], lockedFields: [] };
    const files = { mediaAssetId: null, thumb_asset_id: null, media: null, captions: [] };
    const third = { ...base, ...state, ...files, id: 'e3', episodeNumber: 3, title: 'Crossing', status: 'draft' };
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([{ ...third, noteRequired: false }]));
    server.on('POST', '/v1/admin/media/captions', () => json({ id: assetId }));
    const arrived = { id: assetId, kind: 'caption', status: 'uploading', error: null, episodeId: 'e3' };
    server.on('GET', '/v1/admin/media/assets/:id', () => json({ ...arrived, updatedAt: new Date().toISOString() }));
    const { user } = await openPanel(`/uploads?series=${series.id}`);
    const caption = (name: string) => new File(['1'], name);
    fireEvent.drop(await zone(), { dataTransfer: { files: [caption('ep_03.ar.srt'), caption('ep_03.srt')] } });
    await screen.findByText(/Caption files without an episode or a language stay here/);
    await user.selectOptions(await screen.findByLabelText('Language of ep_03.srt'), 'English');
    await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
    await waitFor(() => expect(server.changes('/v1/admin/media/captions')).toHaveLength(2));
    const sent = server.changes('/v1/admin/media/captions').map(({ body }) => String(body));
    expect(sent[0]).toMatch(/name="lang"\s+ar\b/);
    expect(sent[1]).toMatch(/name="lang"\s+en\b/);
    expect(FakeUpload.open).toHaveLength(0);
    // The server may not have heard of the last byte yet.
    expect(await screen.findAllByText('Processing')).toHaveLength(2);
    expect(screen.queryByText('Uploading')).toBeNull();
  });

  it('of captions without an episode wait, and keep no other file back', async () => {
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episodeAs(3, 'draft')]));
    const { user } = await openPanel(`/uploads?series=${series.id}`);
    const names = ['ep_03.mp4', 'unknown.srt'];
    fireEvent.drop(await zone(), { dataTransfer: { files: names.map(file) } });
    await screen.findByText(/Caption files without an episode or a language stay here/);
    await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
    await waitFor(() => expect(FakeUpload.open).toHaveLength(1));
    await screen.findByLabelText('Episode of unknown.srt');
    expect(screen.queryByLabelText('Episode of ep_03.mp4')).toBeNull();
  });

  it('of captions for a live episode may say why, and keep the note for files that stay behind', async () => {
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episodeAs(3, 'published')]));
    server.on('POST', '/v1/admin/media/captions', () => json({ id: assetId }));
    const { user } = await openPanel(`/uploads?series=${series.id}`);
    fireEvent.drop(await zone(), { dataTransfer: { files: ['ep_03.ar.srt', 'ep_03.srt'].map(file) } });
    const note = await screen.findByLabelText<HTMLInputElement>('Why the captions change (optional)');
    await user.type(note, 'A typo');
    await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
    await waitFor(() => expect(server.changes('/v1/admin/media/captions')).toHaveLength(1));
    expect(String(server.changes('/v1/admin/media/captions')[0]?.body)).toMatch(/name="note"\s+A typo/);
    await waitFor(() => expect(screen.queryByLabelText('Episode of ep_03.ar.srt')).toBeNull());
    expect(note.value).toBe('A typo');
  });

  it('that have expired are sent again from their beginning, with the same file', async () => {
    const panel = await openPanel(`/uploads?series=${series.id}`);
    await beginOne(panel);
    FakeUpload.open[0]?.answer(410);
    await panel.user.click(await screen.findByRole('button', { name: 'Try ep_01.mp4 again' }));
    await waitFor(() => expect(server.changes('/v1/admin/media/uploads/direct')).toHaveLength(2));
    await waitFor(() => expect(FakeUpload.open).toHaveLength(2));
  });

  it('of captions stop when they are paused, and are sent again when they are resumed', async () => {
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episodeAs(3, 'draft')]));
    const signals: AbortSignal[] = [];
    server.on('POST', '/v1/admin/media/captions', (call) => {
      signals.push(call.signal);
      return neverResponds(call);
    });
    const { user } = await openPanel(`/uploads?series=${series.id}`);
    fireEvent.drop(await zone(), { dataTransfer: { files: [file('ep_03.ar.srt')] } });
    await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
    await waitFor(() => expect(signals).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Pause ep_03.ar.srt' }));
    expect(signals[0]?.aborted).toBe(true);
    server.on('POST', '/v1/admin/media/captions', () => json({ id: assetId }));
    await user.click(await screen.findByRole('button', { name: 'Resume ep_03.ar.srt' }));
    await waitFor(() => expect(currentUploads()).toMatchObject([{ state: 'done' }]));
  });

  it('that were refused for the file ask for another one, which takes its place', async () => {
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episodeAs(3, 'draft')]));
    server.on('POST', '/v1/admin/media/captions', () =>
      errorResponse(400, 'invalid_caption', { line: 2, problem: 'said otherwise', problemCode: 'ends_early' }),
    );
    const { user } = await openPanel(`/uploads?series=${series.id}`);
    fireEvent.drop(await zone(), { dataTransfer: { files: [file('ep_03.ar.srt')] } });
    await screen.findByText('10 bytes');
    await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
    await screen.findByRole('button', { name: 'Choose another file for ep_03.ar.srt' });
    screen.getByText(/mistake in line 2: the caption ends before it begins/);
    expect(screen.queryByRole('button', { name: 'Try ep_03.ar.srt again' })).toBeNull();
    server.on('POST', '/v1/admin/media/captions', () => json({ id: assetId }));
    await user.upload(screen.getByLabelText('Choose another file: ep_03.ar.srt'), file('better.srt'));
    await waitFor(() => expect(currentUploads()).toMatchObject([{ name: 'better.srt', state: 'done' }]));
    const sent = server.changes('/v1/admin/media/captions').map(({ body }) => String(body));
    expect(sent[1]).toMatch(/name="lang"\s+ar\b/);
  });
});
