import { expect, it, vi } from 'vitest';
import { errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { stubUploads } from '../../../test/fake-upload.ts';

const assetId = '01930000-0000-7000-8000-000000000091';
const adminId = '01930000-0000-7000-8000-0000000000aa';
const key = `cliffhanger.uploads-of.${adminId}`;
const stored = { assetId, name: 'ep_01.mp4', size: 10, label: '' };

/** The queue of a page that was just loaded. */
async function afterReload() {
  vi.resetModules();
  const queue = await import('./upload-queue.ts');
  const { showAdmin } = await import('../../ui/signed-in.ts');
  showAdmin(adminId);
  return queue;
}

const assetAs = (status: string, error: string | null = null, uploadUrl: string | null = null) =>
  json({ id: assetId, status, error, uploadUrl });

it.each([
  ...[401, 429, 500, 503].map((status) => ({
    name: status,
    answer: () => errorResponse(status, 'refused'),
    shown: [{ state: 'paused' }],
  })),
  ...[404, 410].map((status) => ({ name: status, answer: () => errorResponse(status, 'refused'), shown: [] })),
  { name: 'a ready file', answer: () => assetAs('ready'), shown: [] },
  { name: 'a file in progress', answer: () => assetAs('processing'), shown: [{ state: 'done', sent: 10 }] },
  {
    name: 'a failed file',
    answer: () => assetAs('failed', 'truncated'),
    shown: [{ state: 'failed', fault: { code: 'truncated' } }],
  },
  {
    name: 'an expired upload',
    answer: () => assetAs('uploading', null, 'http://panel.test/media/uploads/1'),
    shown: [{ state: 'failed', fault: { code: 'upload_expired' } }],
  },
])('An upload that a reload interrupted is looked up: $name', async ({ answer, shown }) => {
  localStorage.setItem(key, JSON.stringify([stored]));
  const { currentUploads, syncUploads } = await afterReload();
  const server = fakeServer();
  server.on('GET', '/v1/admin/media/assets/:id', answer);
  server.on('HEAD', '/media/uploads/:id', () => new Response(null, { status: 410 }));
  await syncUploads();
  expect(currentUploads()).toMatchObject(shown);
  const again = await afterReload();
  expect(again.currentUploads()).toMatchObject(shown);
});

it('Captions that were refused still say why after a reload, and another file goes to the same episode', async () => {
  const server = fakeServer();
  server.on('POST', '/v1/admin/media/captions', () =>
    errorResponse(400, 'invalid_caption', { line: 2, problem: 'ends early', problemCode: 'ends_early' }),
  );
  const before = await afterReload();
  before.beginUpload(new File(['1'], 'ep_03.ar.srt'), { episodeId: 'e3', lang: 'ar', note: 'A typo' }, 'Episode 3');
  await expect.poll(() => before.currentUploads()[0]?.state).toBe('failed');
  const after = await afterReload();
  const fault = { code: 'invalid_caption', status: 400, extras: { line: 2, problemCode: 'ends_early' } };
  expect(after.currentUploads()).toMatchObject([{ name: 'ep_03.ar.srt', label: 'Episode 3', state: 'failed', fault }]);
  await after.syncUploads();
  const [failed] = after.currentUploads();
  if (!failed) throw new Error('the failed upload is gone');
  server.on('POST', '/v1/admin/media/captions', () => json({ id: assetId }));
  after.replaceUpload(failed, new File(['2'], 'better.srt'));
  await expect.poll(() => after.currentUploads()[0]?.state).toBe('done');
  const sent = String(server.changes('/v1/admin/media/captions')[1]?.body);
  expect(sent).toMatch(/name="episodeId"\s+e3[\s\S]*name="lang"\s+ar[\s\S]*name="note"\s+A typo/);
});

it('What was not announced yet waits for its file after a reload', async () => {
  fakeServer().on('POST', '/v1/admin/media/uploads/direct', () => new Promise<Response>(() => {}));
  const before = await afterReload();
  before.beginUpload(new File(['1'], 'ep_01.mp4'), { seriesId: 's1', episodeId: 'e1' }, 'Episode 1');
  const after = await afterReload();
  expect(after.currentUploads()).toMatchObject([
    { name: 'ep_01.mp4', label: 'Episode 1', state: 'paused', target: { seriesId: 's1', episodeId: 'e1' }, file: null },
  ]);
});

it('Interrupted uploads are shown to the admin who began them', async () => {
  vi.resetModules();
  const { currentUploads } = await import('./upload-queue.ts');
  const { announceSignIn, announceSignOut } = await import('../../ui/signed-in.ts');
  localStorage.setItem('cliffhanger.uploads', JSON.stringify([{ ...stored, name: 'old.mp4' }]));
  announceSignIn(adminId);
  expect(currentUploads()).toEqual([]);
  expect(localStorage.getItem('cliffhanger.uploads')).toBeNull();
  localStorage.setItem(key, JSON.stringify([stored]));
  announceSignOut();
  announceSignIn('01930000-0000-7000-8000-0000000000bb');
  expect(currentUploads()).toEqual([]);
  announceSignIn(adminId);
  expect(currentUploads()).toMatchObject([{ name: 'ep_01.mp4', state: 'paused' }]);
});

it('An upload that expired while the page was closed is announced again for the same episode', async () => {
  const server = fakeServer();
  const uploadUrl = 'http://panel.test/media/uploads/1';
  server.on('POST', '/v1/admin/media/uploads/direct', () => json({ assetId, uploadUrl }));
  server.on('HEAD', '/media/uploads/:id', () => new Response(null, { headers: { 'upload-offset': '0' } }));
  server.on('GET', '/v1/admin/media/assets/:id', () =>
    json({ status: 'failed', error: 'upload_expired', uploadUrl: null }),
  );
  const announced = () => server.changes('/v1/admin/media/uploads/direct').map(({ body }) => body);
  const openPage = async () => {
    vi.resetModules();
    stubUploads();
    const { showAdmin } = await import('../../ui/signed-in.ts');
    showAdmin(adminId);
    return import('./upload-queue.ts');
  };
  const file = new File(['0123456789'], 'ep_01.mp4', { type: 'video/mp4' });
  const first = await openPage();
  first.beginUpload(file, { seriesId: 's1', episodeId: 'e1' }, 'Episode 1');
  await expect.poll(() => localStorage.getItem(key)).toContain(assetId);

  const { currentUploads, resumeUpload } = await openPage();
  const resume = () => {
    for (const one of currentUploads()) resumeUpload(one, file);
  };
  resume();
  await expect.poll(() => currentUploads()[0]?.fault?.code).toBe('upload_expired');
  resume();
  await expect.poll(announced).toHaveLength(2);
  expect(announced()[1]).toEqual(announced()[0]);
  expect(announced()[1]).toMatchObject({ seriesId: 's1', episodeId: 'e1' });
});
