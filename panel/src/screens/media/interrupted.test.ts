import { expect, it, vi } from 'vitest';
import { errorResponse, fakeServer, json } from '../../../test/fake-server.ts';

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
