import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { payloadTooLarge, refusal } from '../../../kit/errors.ts';
import { toStorageError } from '../../files/disk.ts';
import type { VideoStore } from './video-store.ts';

/** Appends a request body to an upload. Bytes received before an abort are kept. */

export interface Append {
  readonly store: VideoStore;
  readonly id: string;
  readonly offset: number;
  /** Maximum size of the upload. */
  readonly maxBytes: number;
  /** Aborted when the connection is to be closed. */
  readonly signal: AbortSignal;
}

/** How often free space is checked. */
const checkEachBytes = 16 * 1024 * 1024;

/** Returns the length of the upload once it is durable. */
export async function append(sent: Readable, { store, id, offset, maxBytes, signal }: Append): Promise<number> {
  const limit = limiter(maxBytes - offset, maxBytes, store);
  // Not part of the pipeline, which would destroy it, and the connection with it, before the response.
  const stop = (): void => {
    sent.unpipe(limit);
    if (!limit.writableEnded) limit.end();
  };
  signal.addEventListener('abort', stop);
  sent.once('error', stop).once('close', stop);
  sent.pipe(limit);
  if (signal.aborted || sent.destroyed) stop();
  const failure = await failureOf(store.append(id, offset, limit));
  signal.removeEventListener('abort', stop);
  sent.off('error', stop).off('close', stop).unpipe(limit);
  if (failure) throw failure;
  return store.lengthOf(id);
}

const pass = (failure: Error | null, chunk: Buffer, done: TransformCallback): void =>
  failure ? done(failure) : done(null, chunk);

const failureOf = (work: Promise<void>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => toStorageError(error),
  );

/** Limits the bytes, and checks that there is room for them. */
function limiter(room: number, maxBytes: number, store: VideoStore): Transform {
  let left = room;
  let unchecked = checkEachBytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      unchecked += chunk.length;
      if (left < 0) return done(refusal(payloadTooLarge, { maxBytes }));
      if (unchecked < checkEachBytes) return done(null, chunk);
      unchecked = 0;
      return void failureOf(store.mustHaveRoom(checkEachBytes)).then((failure) => pass(failure ?? null, chunk, done));
    },
  });
}
