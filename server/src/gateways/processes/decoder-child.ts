import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { lowerPriority } from './command.ts';
import { entry, loader } from './decoder-entry.ts';
import { preferOomKill, processorMs, residentBytes } from './memory.ts';

export interface DecoderLimits {
  /** The memory limit of the process. */
  readonly memoryBytes: number;
  /** The processor time of one file, where it is known; elsewhere its timeout. */
  readonly deadlineMs: number;
}

/** The timeout of a file, of its processor time: a busy machine delays processes of low priority. */
const patience = 4;

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Additional time for this file. */
  readonly extraMs?: number;
}

type Reason = 'deadline' | 'memory' | 'crashed';

/** Decoding exceeded the time or memory limit, or crashed the process. */
export class DecoderFault extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, stderr: string) {
    super(`a file could not be decoded (${reason})${stderr && `: ${stderr}`}`);
    this.reason = reason;
  }
}

const lookMs = 50;
const startMs = 30_000;
const maxStderr = 2_000;
const megabyte = 1 << 20;

/** A CPU limit, which the kernel enforces even if this process has died. */
const limitedTo = (workMs: number): string[] => {
  const seconds = Math.ceil((workMs / 1000) * 1.5);
  return ['-c', 'ulimit -t "$1"; shift; exec "$@"', 'sh', String(seconds)];
};

interface Limit {
  readonly ms: number;
  readonly reason: Reason;
  /** The processor time before it began, if processor time counts. */
  readonly usedBefore?: number | undefined;
}

interface Message {
  readonly ready?: unknown;
  readonly answer?: unknown;
  readonly error?: unknown;
}

export class DecoderChild {
  readonly #child: ChildProcess;
  readonly #limits: DecoderLimits;
  #stderr = '';
  #isReady = false;
  /** Its total working time. */
  usedMs = 0;

  constructor(kind: string, limits: DecoderLimits, maxWorkMs: number) {
    this.#limits = limits;
    const heap = `--max-old-space-size=${Math.floor(limits.memoryBytes / megabyte / 2)}`;
    const args = [...limitedTo(maxWorkMs), process.execPath, heap, ...loader, entry, kind];
    const child = spawn('/bin/sh', args, {
      cwd: dirname(entry),
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = `${this.#stderr}${text}`.slice(-maxStderr);
    });
    // `close` reports the same.
    child.on('error', () => {});
    lowerPriority(child.pid);
    void preferOomKill(child.pid);
    this.#keepAwake(false);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** An idle child does not keep this process alive. */
  #keepAwake(isBusy: boolean): void {
    const { channel } = this.#child;
    if (isBusy) this.#child.ref();
    else this.#child.unref();
    if (isBusy) channel?.ref();
    else channel?.unref();
  }

  async ask(input: string | Uint8Array, { signal, extraMs = 0 }: AskOptions): Promise<unknown> {
    this.#keepAwake(true);
    try {
      // The start does not count for the timeout of the file.
      if (!this.#isReady) await this.#next({ ms: startMs, reason: 'crashed' }, signal, () => {});
      this.#isReady = true;
      const began = performance.now();
      const send = (): void => void this.#child.send(input, () => {});
      const usedBefore = await processorMs(this.#child.pid);
      const limit = { ms: this.#limits.deadlineMs + extraMs, reason: 'deadline', usedBefore } as const;
      const { answer, error } = await this.#next(limit, signal, send);
      this.usedMs += performance.now() - began;
      if (error !== undefined) throw new Error(typeof error === 'string' ? error : 'it failed');
      return answer;
    } finally {
      this.#keepAwake(false);
    }
  }

  /** The next message after `begin`; the process is killed if that exceeds a limit. */
  #next(limit: Limit, signal: AbortSignal | undefined, begin: () => void): Promise<Message> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const began = performance.now();
      let isSettled = false;
      let reason: Reason = 'crashed';
      const endFor = (why: Reason): void => {
        reason = why;
        this.kill();
      };
      const check = async (): Promise<void> => {
        const used = await processorMs(child.pid);
        if (isSettled) return;
        const left = used === undefined || limit.usedBefore === undefined ? 0 : limit.ms - (used - limit.usedBefore);
        const isOver = left <= 0 || performance.now() - began >= limit.ms * patience;
        if (isOver) endFor(limit.reason);
        else deadline = setTimeout(checkLater, Math.max(left, lookMs));
      };
      const checkLater = (): void => void check();
      let deadline = setTimeout(checkLater, limit.ms);
      const looking = setInterval(() => {
        void residentBytes(child.pid).then((bytes) => bytes > this.#limits.memoryBytes && endFor('memory'));
      }, lookMs);
      const onAbort = (): void => this.kill();
      const settle = (): void => {
        isSettled = true;
        clearTimeout(deadline);
        clearInterval(looking);
        signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage).off('close', onClose);
      };
      const onMessage = (message: unknown): void => {
        settle();
        resolve(message !== null && typeof message === 'object' ? message : {});
      };
      const onClose = (): void => {
        settle();
        reject(signal?.aborted ? gaveUp() : new DecoderFault(reason, this.#stderr));
      };
      signal?.addEventListener('abort', onAbort);
      child.on('message', onMessage).on('close', onClose);
      begin();
    });
  }
}

const gaveUp = (): Error => new DOMException('decoding was aborted', 'AbortError');
