import { type Clip, makeClip } from '../../src/demo/clip.ts';

const small: Clip = { width: 180, height: 320, seconds: 3, hue: 200, title: 'Test' };

/** Those that were made already: many tests send the same. */
const made = new Map<string, Promise<Buffer>>();

/** A little video that any player plays, of six frames. */
export async function clipOf(container: 'webm' | 'mp4' | 'mov' = 'webm', more: Partial<Clip> = {}): Promise<Buffer> {
  const clip = { ...small, ...more };
  const key = JSON.stringify([container, clip]);
  const making = made.get(key) ?? makeClip(clip, container);
  made.set(key, making);
  return Buffer.from(await making);
}
