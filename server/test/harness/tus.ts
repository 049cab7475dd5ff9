import type { World } from './world.ts';

/** The tus protocol by hand, over real HTTP. */

export const chunkType = 'application/offset+octet-stream';

export async function listen(world: World): Promise<string> {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' });
  world.site.listensAt(address);
  return address;
}

export const head = (url: string, more: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0', ...more } });

export const patch = (url: string, offset: number | string, bytes: Buffer, more: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-type': chunkType, ...more },
    body: new Uint8Array(bytes),
  });

/** Sends a whole file in one go. */
export const sendAll = (url: string, bytes: Buffer): Promise<Response> => patch(url, 0, bytes);
