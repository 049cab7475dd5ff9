import { expect, it, vi } from 'vitest';
import { errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { stubUploads } from '../../../test/fake-upload.ts';

const assetId = '01930000-0000-7000-8000-000000000091';
const adminId = '01930000-0000-7000-8000-0000000000aa';
const key = `cliffhanger.uploads-of.${adminId}`;
const failed = () => json({ status: 'failed', error: null, uploadUrl: null });

it.each([
  ...[401, 429, 500, 503].map((status) => ({
    name: status,
    answer: () => errorResponse(status, 'refused'),
    isKept: true,
  })),
  ...[404, 410].map((status) => ({ name: status, answer: () => errorResponse(status, 'refused'), isKept: false })),
  { name: 'a failed file', answer: failed, isKept: false },
])('An upload that a reload interrupted, at $name: is kept: $isKept', async ({ answer, isKept }) => {
  const stored = [{ assetId, name: 'ep_01.mp4', size: 10, label: '' }];
  localStorage.setItem(key, JSON.stringify(stored));
  vi.resetModules();
  const { currentUploads, syncUploads } = await import('./upload-queue.ts');
  const { showAdmin } = await import('../../ui/signed-in.ts');
  showAdmin(adminId);
  fakeServer().on('GET', '/v1/admin/media/assets/:id', answer);
  await syncUploads();
  expect(currentUploads()).toHaveLength(isKept ? 1 : 0);
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(isKept ? stored : []);
});

it('Interrupted uploads are shown to the admin who began them', async () => {
  vi.resetModules();
  const { currentUploads } = await import('./upload-queue.ts');
  const { storeUpload } = await import('./stored-uploads.ts');
  const { announceSignIn, announceSignOut } = await import('../../ui/signed-in.ts');
  localStorage.setItem('cliffhanger.uploads', JSON.stringify([{ assetId, name: 'old.mp4', size: 10, label: '' }]));
  announceSignIn(adminId);
  expect(currentUploads()).toEqual([]);
  expect(localStorage.getItem('cliffhanger.uploads')).toBeNull();
  storeUpload({ assetId, name: 'ep_01.mp4', size: 10, label: '' });
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
