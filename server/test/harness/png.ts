import { crc32, deflateSync } from 'node:zlib';

/** Large pictures put together from their parts: to have them drawn takes ten times as long as it takes to read them. */

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel?: keyof typeof kinds;
  readonly isInterlaced?: boolean;
}

/** The bits of a sample, and whether it is one of grey or one of four of colour and transparency. */
const kinds = { 1: [1, 0], 32: [8, 6], 64: [16, 6] } as const;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

function pngOf({ width, height, bitsPerPixel = 32, isInterlaced = false }: Shape, samples: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([...kinds[bitsPerPixel], 0, 0, isInterlaced ? 1 : 0], 8);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(samples, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

/** A PNG of one colour. */
export function plainPng(shape: Shape): Buffer {
  const { width, height, bitsPerPixel = 32 } = shape;
  // One more byte for each row, and an interlaced picture has almost twice as many rows.
  return pngOf(shape, Buffer.alloc(Math.ceil((width * bitsPerPixel) / 8) * height + 2 * height));
}

/** The header of a PNG and nothing of what it announces. */
export const announcedPng = (shape: Shape): Buffer => pngOf(shape, Buffer.alloc(0));
