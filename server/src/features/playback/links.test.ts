import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { clipOf } from '../../../test/harness/clips.ts';
import { listen, sendAll } from '../../../test/harness/tus.ts';
import { giveCoins, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { createLinks } from '../../gateways/files/links.ts';

/** Who has paid gets links that expire. Nobody else can make one, or use one for something else. */

const secret = 'a secret of media webhooks, long enough';
const world = await openWorld({}, { secrets: [secret] });
await listen(world);
const editor = await makeAdminActor(world, 'content_manager');
const clip = await clipOf('webm');

interface Played {
  url: string;
  expiresAt: string;
  playbackId: string;
  captions: { url: string }[];
  error?: string;
}
const play = (viewer: Viewer, id: string) => viewer.get<Played>(`/v1/episodes/${id}/playback`);
const hourMs = 3_600_000;

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function upload(path: string, fields: Record<string, string>, bytes: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a');
  const response = await fetch(`${world.media.files.urlOf('x').split('/media/')[0]}/v1/admin/media/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}` },
    body: form,
  });
  expect(response.status).toBe(201);
  const { id }: { id: string } = JSON.parse(await response.text());
  return id;
}

/** A published series whose first episode is free, with videos, captions and thumbnails. */
async function episodes() {
  const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
  const ids: string[] = [];
  for (const number of [1, 2]) {
    const id = await makeEpisode(world, 'draft', seriesId, number);
    const begun = await editor.post<{ assetId: string; uploadUrl: string }>('/admin/media/uploads/direct', {
      kind: 'video',
      episodeId: id,
      sizeBytes: clip.length,
      meta: { sourceFileName: 'a.webm' },
    });
    await sendAll(begun.body.uploadUrl, clip);
    const status = async () => (await editor.get(`/admin/media/assets/${begun.body.assetId}`)).body.status;
    await vi.waitUntil(async () => (await status()) === 'ready', { timeout: 30_000, interval: 50 });
    await upload('captions', { episodeId: id, lang: 'en' }, Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHi\n'));
    const thumbAssetId = await upload('uploads/image', { kind: 'thumb', episodeId: id }, pixel);
    expect((await editor.put(`/admin/episodes/${id}/media`, { thumbAssetId })).status).toBe(200);
    await sql`update episodes set status = 'published', published_at = clock() where id = ${id}`.execute(
      world.database.db,
    );
    ids.push(id);
  }
  const [free = '', paid = ''] = ids;
  return { seriesId, free, paid };
}
const { seriesId, free, paid } = await episodes();

async function buyer(): Promise<Viewer> {
  const viewer = await makeViewer(world);
  await giveCoins(world, viewer.id, { paid: 100 });
  expect((await viewer.post(`/v1/episodes/${paid}/unlock`)).status).toBe(200);
  return viewer;
}

const statusOf = async (url: string) => (await fetch(url)).status;
const refusalOf = async (url: string) => {
  const response = await fetch(url);
  const body: unknown = JSON.parse(await response.text());
  return [response.status, body];
};
const expired = [403, { statusCode: 403, error: 'link_expired' }];
const invalid = [403, { statusCode: 403, error: 'invalid_link' }];

/** Like a link of the service, of another moment. */
const linkAt = (url: string, expiresAt: Date, object: string): string => {
  const name = url.split('/').at(-1) ?? '';
  const base = url.split('/').slice(0, -3).join('/');
  return `${base}/${createLinks([secret]).expiring(object, expiresAt)}/${name}`;
};

describe('a paid episode', () => {
  it('plays without a credential for six hours', async () => {
    const before = Date.now();
    const { body } = await play(await buyer(), paid);
    const lasts = new Date(body.expiresAt).getTime() - before;
    expect(lasts).toBeGreaterThanOrEqual(6 * hourMs - 1_000);
    expect(lasts).toBeLessThan(6 * hourMs + 60_000);
    const video = await fetch(body.url, { headers: { range: 'bytes=0-9' } });
    expect([video.status, video.headers.get('cache-control')]).toEqual([206, 'private, max-age=3600']);
    expect(await Promise.all(body.captions.map(({ url }) => statusOf(url)))).toEqual([200]);
  });

  it('plays in web pages of other origins, which also see why a link is refused', async () => {
    const { url, captions } = (await play(await buyer(), paid)).body;
    for (const link of [url, ...captions.map((caption) => caption.url), url.replace(/\/\d+-/, '/1-')]) {
      const { headers } = await fetch(link, { headers: { origin: 'https://shop.example' } });
      expect(headers.get('access-control-allow-origin'), link).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('does not play by a link that has expired', async () => {
    const { url, playbackId } = (await play(await buyer(), paid)).body;
    const object = `videos/${playbackId}`;
    expect(await statusOf(linkAt(url, new Date(Date.now() + 60_000), object))).toBe(200);
    expect(await refusalOf(linkAt(url, new Date(Date.now() - 1_000), object))).toEqual(expired);
  });

  it('does not play by a link that was changed, of another episode, or without one', async () => {
    const viewer = await buyer();
    const [mine, other] = [(await play(viewer, paid)).body, (await play(viewer, free)).body];
    const [grant = '', signature = ''] = other.url.split('/').slice(-3);
    const name = mine.url.split('/').at(-1);
    const folder = mine.url.split('/').slice(0, -3).join('/');
    const own = mine.url.split('/').slice(-3);
    const later = `${Number(own[0]?.split('-')[0]) + 3_600}-${viewer.id}`;
    for (const path of [
      `${grant}/${signature}`,
      `${later}/${own[1]}`,
      `${own[0]}/${own[1]?.toLowerCase()}`,
      `public/${own[1]}`,
    ]) {
      expect(await refusalOf(`${folder}/${path}/${name}`), path).toEqual(invalid);
    }
    expect(await statusOf(`${folder}/${name}`)).toBe(404);
  });

  it('gets no new link once the viewer is banned', async () => {
    const viewer = await buyer();
    expect((await play(viewer, paid)).status).toBe(200);
    const support = await makeAdminActor(world, 'support');
    expect((await support.post(`/admin/users/${viewer.id}/ban`, { reason: 'Shared an account' })).status).toBe(200);
    expect((await play(viewer, paid)).body.error).toBe('user_banned');
  });
});

describe('captions', () => {
  it('need a link that has not expired', async () => {
    const [{ url } = { url: '' }] = (await play(await buyer(), paid)).body.captions;
    const name = url.split('/').at(-1) ?? '';
    const origin = url.split('/media/')[0];
    expect(await refusalOf(`${origin}/media/files/${name}`)).toEqual(invalid);
    expect(await refusalOf(linkAt(url, new Date(Date.now() - 1_000), `files/${name}`))).toEqual(expired);
  });
});

/** It did not expire. */
function linkOfEarlierRelease(url: string, name: string): string {
  const key = createHmac('sha256', secret).update('links of media files').digest();
  const signature = createHmac('sha256', key).update(`files/${name}\npublic`).digest('base64url');
  return `${url.split('/media/')[0]}/media/files/public/${signature}/${name}`;
}

describe('thumbnails', () => {
  it('need a link that expires, also where the episode is free today', async () => {
    interface Listed {
      items: { id: string; thumbUrl: string }[];
    }
    const { items } = (await (await makeViewer(world)).get<Listed>(`/v1/series/${seriesId}/episodes`)).body;
    const urlOf = (id: string) => items.find((one) => one.id === id)?.thumbUrl ?? '';
    for (const url of [urlOf(free), urlOf(paid)]) {
      const shown = await fetch(url);
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600']);
      const name = url.split('/').at(-1) ?? '';
      expect(await refusalOf(linkAt(url, new Date(Date.now() - 1_000), `files/${name}`))).toEqual(expired);
      expect(await refusalOf(`${url.split('/media/')[0]}/media/files/${name}`)).toEqual(invalid);
      expect(await refusalOf(linkOfEarlierRelease(url, name))).toEqual(expired);
    }
  });
});
