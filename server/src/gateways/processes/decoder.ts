import { type AskOptions, DecoderChild, type DecoderLimits } from './decoder-child.ts';

/**
 * Reads untrusted files in a separate process, so that a file that hangs, uses up memory or crashes only affects itself. One
 * file at a time, with a short queue.
 */

export interface DecoderOptions extends DecoderLimits {
  readonly kind: 'video' | 'image';
  /** The length of the queue. */
  readonly maxWaiting: number;
  /** Timeout of a file including its time in the queue; undefined: no timeout in the queue. */
  readonly answerMs?: number;
  /** The longest `extraMs` of a file. */
  readonly maxExtraMs?: number;
}

export interface Decoder {
  /**
   * Takes the path of a video or the bytes of an image. Throws `DecoderFault` if decoding failed, or `DecoderBusy` if the
   * queue is full or the timeout expired.
   */
  run(input: string | Uint8Array, options?: AskOptions): Promise<unknown>;
  stop(): void;
}

export class DecoderBusy extends Error {}

/** A process is replaced after so much work. */
const maxUsedMs = 20_000;
const idleMs = 30_000;

/** Idle processes by kind, which end after a while. */
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

/** Aborts work after a timeout, even if it has not begun. */
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
