import { expect, it } from 'vitest';
import { renditionsOf } from './renditions.ts';

it.each([
  [1920, 1080, ['1920x1080 5000', '1280x720 2800', '640x360 800']],
  [1080, 1920, ['1080x1920 5000', '720x1280 2800', '360x640 800']],
  [3840, 2160, ['1920x1080 5000', '1280x720 2800', '640x360 800']],
  [721, 1281, ['720x1280 5000', '360x640 800']],
  [700, 700, ['700x700 2800', '360x360 800']],
  [180, 320, ['180x320 800']],
  [1, 1, ['2x2 800']],
  [10_000, 1, ['10000x2 800']],
])('A video of %d by %d is streamed as %j', (width, height, expected) => {
  const rungs = renditionsOf({ width, height });
  expect(rungs.map((rung) => `${rung.width}x${rung.height} ${rung.kbits}`)).toEqual(expected);
});
