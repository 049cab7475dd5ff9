import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { payloadTooLarge, Refused, refusal } from '../../../kit/errors.ts';
import { type Disk, toStorageError } from '../../files/disk.ts';

/** Appends a request body to a file. Bytes received before an abort are kept. */

export interface Append {
  readonly path: string;
  readonly offset: number;
  /** Maximum size of the file. */
  readonly maxBytes: number;
  readonly disk: Disk;
  /** Aborted when the connection is to be closed. */
  readonly signal: AbortSignal;
}

const bufferBytes = 1 << 20;
/** How often free space is checked. */
const checkEachBytes = 16 * 1024 * 1024;

/** Returns the length of the file once it is durable. */
export async function append(sent: Readable, { path, offset, maxBytes, disk, signal }: Append): Promise<number> {
  const limit = limiter(maxBytes - offset, maxBytes, disk);
  const sink = createWriteStream(path, { flags: 'r+', start: offset, highWaterMark: bufferBytes });
  // Not part of the pipeline, which would destroy it, and the connection with it, before the response.
  const stop = (): void => {
    sent.unpipe(limit);
    if (!limit.writableEnded) limit.end();
  };
  signal.addEventListener('abort', stop);
  sent.once('error', stop).once('close', stop);
  sent.pipe(limit);
  if (signal.aborted || sent.destroyed) stop();
  const failure = await failureOf(pipeline(limit, sink));
  signal.removeEventListener('abort', stop);
  sent.off('error', stop).off('close', stop).unpipe(limit);
  if (failure && !(failure instanceof Refused)) throw failure;
  const length = await settle(path);
  if (failure) throw failure;
  return length;
}

const pass = (failure: Error | null, chunk: Buffer, done: TransformCallback): void =>
  failure ? done(failure) : done(null, chunk);

const failureOf = (work: Promise<void>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => toStorageError(error),
  );

/** Limits the bytes, and checks that the disk has room for them. */
function limiter(room: number, maxBytes: number, disk: Disk): Transform {
  let left = room;
  let unchecked = checkEachBytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      unchecked += chunk.length;
      if (left < 0) return done(refusal(payloadTooLarge, { maxBytes }));
      if (unchecked < checkEachBytes) return done(null, chunk);
      unchecked = 0;
      return void failureOf(disk.mustHaveRoom(checkEachBytes)).then((failure) => pass(failure ?? null, chunk, done));
    },
  });
}

async function settle(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
