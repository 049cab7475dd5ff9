import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import sharp from 'sharp';

/** Makes a short video without a video encoder: a lossy WebP image is a VP8 key frame, so a series of them is a video. */

export interface Clip {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** The hue of the first frame. */
  readonly hue: number;
  readonly title: string;
}

const containers = {
  webm: () => new WebMOutputFormat(),
  mp4: () => new Mp4OutputFormat(),
  mov: () => new MovOutputFormat(),
};

const framesPerSecond = 2;

async function frameOf({ width, height, hue, title }: Clip, index: number): Promise<Buffer> {
  const size = Math.round(width / 12);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${(hue + index * 4) % 360}, 45%, 28%)"/>
    <circle cx="${width / 2}" cy="${height * 0.4}" r="${width / 8 + index * 2}" fill="hsl(${hue}, 70%, 80%)"/>
    <text x="50%" y="75%" font-family="sans-serif" font-size="${size}" fill="white" text-anchor="middle">${title}</text>
  </svg>`;
  const webp = await sharp(Buffer.from(picture)).flatten().webp({ quality: 60, effort: 0 }).toBuffer();
  return vp8FrameOf(webp);
}

/** The VP8 frame of a WebP file, which consists of chunks with their lengths. */
function vp8FrameOf(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  throw new Error('the image has no key frame');
}

export async function makeClip(clip: Clip, container: keyof typeof containers = 'webm'): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: containers[container](), target });
  const track = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(track, { frameRate: framesPerSecond });
  await output.start();
  const { width: codedWidth, height: codedHeight } = clip;
  const about = { decoderConfig: { codec: 'vp8', codedWidth, codedHeight } };
  for (let index = 0; index < clip.seconds * framesPerSecond; index++) {
    const frame = await frameOf(clip, index);
    const packet = new EncodedPacket(frame, 'key', index / framesPerSecond, 1 / framesPerSecond);
    await track.add(packet, about);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('the clip has no content');
  return Buffer.from(target.buffer);
}
