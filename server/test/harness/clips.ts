import { type Clip, makeClip } from '../../src/demo/clip.ts';

const small: Clip = { width: 180, height: 320, seconds: 3, hue: 200, title: 'Test' };

/** A little video that any player plays, of six frames. */
export const clipOf = (container: 'webm' | 'mp4' | 'mov' = 'webm', more: Partial<Clip> = {}): Promise<Buffer> =>
  makeClip({ ...small, ...more }, container);
