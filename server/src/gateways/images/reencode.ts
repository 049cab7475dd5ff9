/**
 * Reads a picture and writes it anew, so that nothing of the sender's file is kept but what is seen: no metadata, no
 * place where it was taken, nothing hidden behind the end.
 */

export interface Picture {
  readonly bytes: Buffer;
  readonly extension: 'jpg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
}

export type Reencoded = { readonly picture: Picture } | { readonly error: 'other_format' | 'too_large' | 'broken' };

/** Forty megapixels: a small file may claim to unfold to any size. */
const mostPixels = 40_000_000;
const longestSide = 16_000;
const longestS = 20;

/** Comes with the first picture: a start need not wait for it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One picture at a time in each process: several large ones at once would take the memory of all.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** By the first bytes, whatever the file is called. */
export function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

export async function reencode(bytes: Buffer): Promise<Reencoded> {
  const format = formatOf(bytes);
  if (!format) return { error: 'other_format' };
  const sharp = await loadSharp();
  const about = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!about || about.format !== format) return { error: 'broken' };
  const { width, height } = about;
  if (width * height > mostPixels || Math.max(width, height) > longestSide) return { error: 'too_large' };
  try {
    const limits = { limitInputPixels: mostPixels, failOn: 'truncated', sequentialRead: true } as const;
    const upright = sharp(bytes, limits).timeout({ seconds: longestS }).autoOrient();
    const written = { jpeg: upright.jpeg({ quality: 88 }), png: upright.png(), webp: upright.webp({ quality: 88 }) };
    const { data, info } = await written[format].toBuffer({ resolveWithObject: true });
    const extension = format === 'jpeg' ? 'jpg' : format;
    return { picture: { bytes: data, extension, width: info.width, height: info.height } };
  } catch {
    return { error: 'broken' };
  }
}
