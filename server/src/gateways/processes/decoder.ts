import { DecoderChild, type DecoderLimits } from './decoder-child.ts';

/**
 * Reads files of strangers in a process of its own: one that hangs, takes all memory or crashes there costs its own file
 * and nothing else. One file at a time. The queue is short, and whoever comes when it is full is told so.
 */

export interface DecoderOptions extends DecoderLimits {
  readonly kind: 'video' | 'image';
  /** How many may wait behind the file that is being read. */
  readonly mostWaiting: number;
}

export interface Decoder {
  /** Takes a video's path or a picture's bytes. Throws a `DecoderFault` where no answer came, or `DecoderBusy`. */
  run(input: string | Uint8Array, signal?: AbortSignal): Promise<unknown>;
  stop(): void;
}

export class DecoderBusy extends Error {}

/** A process that has nothing to do is ended, and one that has done much is replaced. */
const idleMs = 10_000;
const mostUsedMs = 20_000;

export function createDecoder({ kind, memoryBytes, deadlineMs, mostWaiting }: DecoderOptions): Decoder {
  let child: DecoderChild | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let inLine = 0;

  const end = (): void => {
    clearTimeout(idle);
    child?.kill();
    child = undefined;
  };
  const decode = async (input: string | Uint8Array, signal: AbortSignal | undefined): Promise<unknown> => {
    signal?.throwIfAborted();
    clearTimeout(idle);
    if (!child?.isAlive) child = new DecoderChild(kind, { memoryBytes, deadlineMs }, mostUsedMs + deadlineMs);
    try {
      return await child.ask(input, signal);
    } finally {
      if (child && child.usedMs > mostUsedMs) end();
      else idle = setTimeout(end, idleMs).unref();
    }
  };
  return {
    run(input, signal) {
      if (inLine > mostWaiting) return Promise.reject(new DecoderBusy('too many files wait to be read'));
      inLine++;
      const result = last.then(() => decode(input, signal));
      last = result.then(
        () => inLine--,
        () => inLine--,
      );
      return result;
    },
    stop: end,
  };
}
