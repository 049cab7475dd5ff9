import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Reencoded } from './picture.ts';

/** Re-encodes an image, which removes metadata and appended data. Runs in the decoder’s process. */

/** A small file may claim any size. */
const maxPixels = 40_000_000;
/** With four bytes per pixel. */
const maxDecodedBytes = maxPixels * 4;
const longestSide = 16_000;

sharp.concurrency(1);
sharp.cache(false);

/** By the first bytes. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

export async function reencode(bytes: Buffer): Promise<Reencoded> {
  const format = formatOf(bytes);
  if (!format) return { error: 'other_format' };
  const about = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!about || about.format !== format) return { error: 'broken' };
  if (isTooLarge(about)) return { error: 'too_large' };
  try {
    const limits = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true } as const;
    const rotated = sharp(bytes, limits).autoOrient();
    const { data, info } = await encode(rotated, format).toBuffer({ resolveWithObject: true });
    const extension = format === 'jpeg' ? 'jpg' : format;
    return { picture: { bytes: data, extension, width: info.width, height: info.height } };
  } catch {
    return { error: 'broken' };
  }
}

/** From the header, before decoding. */
function isTooLarge({ width, height, channels, depth }: Metadata): boolean {
  const bytesEach = (channels ?? 4) * (depth === 'uchar' ? 1 : 2);
  const pixels = width * height;
  return pixels > maxPixels || pixels * bytesEach > maxDecodedBytes || Math.max(width, height) > longestSide;
}

function encode(picture: Sharp, format: 'jpeg' | 'png' | 'webp'): Sharp {
  if (format === 'jpeg') return picture.jpeg({ quality: 88 });
  return format === 'png' ? picture.png() : picture.webp({ quality: 88, effort: 2 });
}
