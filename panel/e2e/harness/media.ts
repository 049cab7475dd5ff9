import { createHmac, randomUUID } from 'node:crypto';
import type { Page as BrowserPage } from 'playwright-core';
import { demoAdmin } from './content.ts';
import { mediaSecret, type RunningServer } from './server.ts';

/** Files, and what the video provider tells, made as the people and machines would. */

export interface Asset {
  readonly id: string;
  readonly status: string;
  readonly url: string | null;
  readonly attempts: number;
  readonly episodeId: string | null;
  readonly sourceFileName: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
}

const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** Sends bytes to an upload, from a place on. */
export async function sendTusChunk(url: string, bytes: Uint8Array<ArrayBuffer>, offset = 0): Promise<void> {
  const headers = { ...tus, 'upload-offset': String(offset) };
  const answer = await fetch(url, { method: 'PATCH', headers, body: bytes });
  if (answer.status !== 204) throw new Error(`PATCH ${url} answered ${answer.status}`);
}

/** The bytes of a video that plays; the demo has made some. */
export async function playableClip(server: RunningServer): Promise<Uint8Array<ArrayBuffer>> {
  const editor = await demoAdmin(server, 'content_manager');
  for (let left = 60; left > 0; left--) {
    const path = '/v1/admin/media/assets?kind=video&status=ready&limit=1';
    const [ready] = (await editor.call<Page<Asset>>('GET', path)).items;
    if (ready?.url) return new Uint8Array(await (await fetch(ready.url)).arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the demo has no video that plays');
}

export interface DraftSeries {
  readonly id: string;
  readonly title: string;
  readonly episodes: readonly { readonly id: string; readonly title: string }[];
}

/** A draft with some episodes and no video. */
export async function draftSeries(server: RunningServer, episodes = 4): Promise<DraftSeries> {
  const editor = await demoAdmin(server, 'content_manager');
  const title = `Night ferry ${randomUUID().slice(0, 8)}`;
  const { id } = await editor.call<{ id: string }>('POST', '/v1/admin/series', { title });
  const created: { id: string; title: string }[] = [];
  for (let episodeNumber = 1; episodeNumber <= episodes; episodeNumber++) {
    const body = { episodeNumber, title: `Crossing ${episodeNumber}` };
    created.push(await editor.call('POST', `/v1/admin/series/${id}/episodes`, body));
  }
  return { id, title, episodes: created };
}

/** A video that fails, because it is none. */
export async function failedVideo(server: RunningServer): Promise<Asset> {
  const editor = await demoAdmin(server, 'content_manager');
  const bytes = new TextEncoder().encode('No video at all. '.repeat(20));
  const sourceFileName = `notes-${randomUUID().slice(0, 8)}.mp4`;
  const body = { kind: 'video', sizeBytes: bytes.length, meta: { sourceFileName } };
  const begun = await editor.call<{ assetId: string; uploadUrl: string }>(
    ...(['POST', '/v1/admin/media/uploads/direct', body] as const),
  );
  await sendTusChunk(begun.uploadUrl, bytes);
  for (let left = 60; left > 0; left--) {
    const asset = await editor.call<Asset>('GET', `/v1/admin/media/assets/${begun.assetId}`);
    if (asset.status === 'failed') return asset;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the video did not fail');
}

/** The provider tells of a video that nobody here knows; answers the id of the message. */
export async function sendUnmatchedWebhook(server: RunningServer): Promise<string> {
  const id = `msg_${randomUUID().slice(0, 13)}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({ providerId: `elsewhere-${id}`, status: 'processing' });
  const signature = createHmac('sha256', mediaSecret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await fetch(`${server.url}/v1/admin/media/webhook/video-stream`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  if (answer.status !== 204) throw new Error(`the webhook answered ${answer.status}`);
  return id;
}

interface Listed {
  readonly id: string;
  readonly episodeId: string | null;
}

async function listOf(page: BrowserPage, path: string): Promise<readonly Listed[]> {
  const { items }: Page<Listed> = await (await page.request.get(path)).json();
  return items;
}

/** The first of a list, as the one who is signed in in the page sees it. */
export const firstOf = async (page: BrowserPage, path: string): Promise<Listed | undefined> =>
  (await listOf(page, path))[0];

/** An episode that has a video which plays. */
export async function playableEpisode(page: BrowserPage): Promise<string | null | undefined> {
  const videos = await listOf(page, '/v1/admin/media/assets?kind=video&status=ready');
  return videos.find(({ episodeId }) => episodeId !== null)?.episodeId;
}
