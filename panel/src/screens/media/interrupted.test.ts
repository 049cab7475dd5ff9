import { expect, it, vi } from 'vitest';
import { fakeServer, json, refusal } from '../../../test/fake-server.ts';

const assetId = '01930000-0000-7000-8000-000000000091';
const failed = () => json({ status: 'failed', error: null, uploadUrl: null });

it.each([
  ...[401, 429, 500, 503].map((status) => ({ name: status, answer: () => refusal(status, 'refused'), isKept: true })),
  ...[404, 410].map((status) => ({ name: status, answer: () => refusal(status, 'refused'), isKept: false })),
  { name: 'a failed file', answer: failed, isKept: false },
])('An upload that a reload interrupted, at $name: is kept: $isKept', async ({ answer, isKept }) => {
  const kept = [{ assetId, name: 'ep_01.mp4', size: 10, label: '' }];
  localStorage.setItem('cliffhanger.uploads', JSON.stringify(kept));
  vi.resetModules();
  const { currentUploads, syncUploads } = await import('./upload-queue.ts');
  fakeServer().on('GET', '/v1/admin/media/assets/:id', answer);
  await syncUploads();
  expect(currentUploads()).toHaveLength(isKept ? 1 : 0);
  expect(JSON.parse(localStorage.getItem('cliffhanger.uploads') ?? '')).toEqual(isKept ? kept : []);
});
