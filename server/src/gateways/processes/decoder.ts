import { type AskOptions, DecoderChild, type DecoderLimits } from './decoder-child.ts';

/**
 * Reads files of strangers in a process of its own: one that hangs, takes all memory or crashes there costs its own file
 * and nothing else. One file at a time. The queue is short, and whoever comes when it is full is told so.
 */

export interface DecoderOptions extends DecoderLimits {
  readonly kind: 'video' | 'image';
  /** How many may wait behind the file that is being read. */
  readonly maxWaiting: number;
  /** How long after it came a file that is not read yet is given up; undefined: it waits for its turn. */
  readonly answerMs?: number;
  /** The most that a file may be allowed beyond `deadlineMs`. */
  readonly maxExtraMs?: number;
}

export interface Decoder {
  /**
   * Takes a video's path or a picture's bytes. Throws a `DecoderFault` where no answer came, or `DecoderBusy` where there
   * was no place to wait or no time left.
   */
  run(input: string | Uint8Array, options?: AskOptions): Promise<unknown>;
  stop(): void;
}

export class DecoderBusy extends Error {}

/** A process that has done much is replaced. */
const maxUsedMs = 20_000;
const idleMs = 30_000;

/** Processes that have nothing to do, by what they are for; they wait a little for the next file, and end then. */
const idle = new Map<string, { readonly child: DecoderChild; readonly end: NodeJS.Timeout }>();

function takeIdle(key: string): DecoderChild | undefined {
  const found = idle.get(key);
  clearTimeout(found?.end);
  idle.delete(key);
  return found?.child.isAlive ? found.child : undefined;
}

function giveBack(key: string, child: DecoderChild): void {
  if (!child.isAlive || child.usedMs > maxUsedMs || idle.has(key)) {
    child.kill();
    return;
  }
  const end = setTimeout(() => takeIdle(key)?.kill(), idleMs).unref();
  idle.set(key, { child, end });
}

export function createDecoder(options: DecoderOptions): Decoder {
  const { kind, memoryBytes, deadlineMs, maxWaiting, answerMs, maxExtraMs = 0 } = options;
  const key = `${kind} ${memoryBytes} ${deadlineMs} ${maxExtraMs}`;
  const start = () => new DecoderChild(kind, { memoryBytes, deadlineMs }, maxUsedMs + deadlineMs + maxExtraMs);
  let busy: DecoderChild | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let inLine = 0;

  const decode = async (input: string | Uint8Array, asked: AskOptions): Promise<unknown> => {
    asked.signal?.throwIfAborted();
    const child = takeIdle(key) ?? start();
    busy = child;
    try {
      return await child.ask(input, asked);
    } finally {
      busy = undefined;
      giveBack(key, child);
    }
  };
  return {
    run(input, asked = {}) {
      if (inLine > maxWaiting) return Promise.reject(new DecoderBusy('too many files wait to be read'));
      inLine++;
      const inTime = (signal?: AbortSignal) => {
        const result = last.then(() => decode(input, { ...asked, signal }));
        last = result.then(
          () => inLine--,
          () => inLine--,
        );
        return result;
      };
      return answerMs === undefined ? inTime(asked.signal) : within(answerMs, asked.signal, inTime);
    },
    stop: () => busy?.kill(),
  };
}

/** Gives work up after so long, whether or not it has begun. */
async function within<T>(ms: number, signal: AbortSignal | undefined, work: (until: AbortSignal) => Promise<T>) {
  const late = new AbortController();
  const busy = new DecoderBusy('a file was not read in time');
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late.abort(busy);
      reject(busy);
    }, ms);
  });
  try {
    return await Promise.race([work(AbortSignal.any([late.signal, ...(signal ? [signal] : [])])), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
