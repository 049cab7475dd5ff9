import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { payloadTooLarge, Refused, refusal } from '../../../kit/errors.ts';
import { type Disk, toStorageError } from '../../files/disk.ts';

/** Writes what a sender sends behind what a file has. However it ends, what has come so far stays. */

export interface Append {
  readonly path: string;
  readonly offset: number;
  /** What the file may grow to. */
  readonly maxBytes: number;
  readonly disk: Disk;
  /** Aborted when the sender is to be heard no longer. */
  readonly signal: AbortSignal;
}

const bufferBytes = 1 << 20;
/** How often the disk is looked at. */
const lookEachBytes = 16 * 1024 * 1024;

/** Answers how long the file is once that much is certain to stay. */
export async function append(sent: Readable, { path, offset, maxBytes, disk, signal }: Append): Promise<number> {
  const limit = limiter(maxBytes - offset, maxBytes, disk);
  const sink = createWriteStream(path, { flags: 'r+', start: offset, highWaterMark: bufferBytes });
  // Not a part of the pipeline, which would destroy it, and the connection with it, before there is an answer.
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

/** Passes on so many bytes and no more, as long as the disk has room for them. */
function limiter(room: number, maxBytes: number, disk: Disk): Transform {
  let left = room;
  let unseen = lookEachBytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      unseen += chunk.length;
      if (left < 0) return done(refusal(payloadTooLarge, { maxBytes }));
      if (unseen < lookEachBytes) return done(null, chunk);
      unseen = 0;
      return void failureOf(disk.mustHaveRoom(lookEachBytes)).then((failure) => pass(failure ?? null, chunk, done));
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
