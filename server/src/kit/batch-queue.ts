import { AsyncResource } from 'node:async_hooks';
import { refusal, unavailable } from './errors.ts';

/** Said of an item whose key is held by someone else: it is tried again alone, where it may wait. */
export const busy: unique symbol = Symbol('busy');

export type BatchOutcome<Result> = Result | Error | typeof busy;

/**
 * What a failure of a whole batch means: `retry` for one that had nothing to do with its items, `busy` where it waited
 * for a lock, `item` where one of the items may be the cause, `final` where it must not be repeated.
 */
export type FailureKind = 'retry' | 'busy' | 'item' | 'final';

export interface BatchOptions<Item, Result> {
  /** Answers each item in turn. Throws when nothing was done for any of them. */
  run(items: readonly Item[], wait: boolean): Promise<readonly BatchOutcome<Result>[]>;
  classify(error: unknown): FailureKind;
  /** Items in a batch. */
  maxBatch?: number;
  /** Batches at once. */
  concurrency?: number;
  /** Another batch starts beside one that is running when so many items wait for it. */
  eagerSize?: number;
  /** The same when the last one was started so long ago: few items do not wait long for a batch that is slow. */
  maxDelayMs?: number;
  /** Items that wait for their keys at once, each alone. */
  maxWaiting?: number;
  /** Items of one key that wait behind another of it; beyond that its sender is refused, and nobody else. */
  maxPerKey?: number;
  /** Items in the queue; beyond that the service is overloaded and says so. */
  maxQueued?: number;
  /** Bytes of what is in the queue, as far as they are told: few items that are large fill the memory as well. */
  maxQueuedBytes?: number;
}

interface Queued<Item, Result> {
  readonly key: string;
  readonly item: Item;
  readonly bytes: number;
  /** Where it was added. A batch runs in that of its first item, whoever's end has started it. */
  readonly context: AsyncResource;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Gathers what comes in while the database is busy into batches. Of one key only one item is under way at any time, so
 * no batch can meet itself; one whose key is held elsewhere leaves the batch and waits alone, so it holds up nobody.
 */
export class BatchQueue<Item, Result> {
  readonly #options: Required<BatchOptions<Item, Result>>;
  /** What waits behind the item of the same key that is ready or under way. */
  readonly #behind = new Map<string, Queued<Item, Result>[]>();
  readonly #ready: Queued<Item, Result>[] = [];
  readonly #busy: Queued<Item, Result>[] = [];
  #queued = 0;
  #queuedBytes = 0;
  #running = 0;
  #waiting = 0;
  #isScheduled = false;
  #lastStartedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatchOptions<Item, Result>) {
    const sizes = { maxBatch: 64, eagerSize: 16, maxWaiting: 4, maxPerKey: 16, maxQueued: 2_000 };
    this.#options = { ...sizes, maxQueuedBytes: 64 * 2 ** 20, concurrency: 2, maxDelayMs: 20, ...options };
  }

  /** Whether there is no room for another item of so many bytes. Where nothing waits there is room for any. */
  #isFull(bytes: number): boolean {
    const { maxQueued, maxQueuedBytes } = this.#options;
    return this.#queued >= maxQueued || (this.#queued > 0 && this.#queuedBytes + bytes > maxQueuedBytes);
  }

  add(key: string, item: Item, bytes = 0): Promise<Result> {
    return new Promise((resolve, reject) => {
      const behind = this.#behind.get(key);
      const isKeyFull = behind !== undefined && behind.length >= this.#options.maxPerKey;
      if (isKeyFull || this.#isFull(bytes)) return reject(refusal(unavailable));
      this.#queued++;
      this.#queuedBytes += bytes;
      const queued = { key, item, bytes, context: new AsyncResource('BatchItem'), resolve, reject };
      if (behind) return void behind.push(queued);
      this.#behind.set(key, []);
      this.#ready.push(queued);
      this.#schedule();
    });
  }

  /** Waits for the end of this round of events, so that what arrived in it goes together. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= this.#options.concurrency) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
    });
  }

  /** The more a batch gathers, the less each of its items costs. */
  #isDue(): boolean {
    const { maxBatch, eagerSize, maxDelayMs } = this.#options;
    if (this.#running === 0 || this.#ready.length >= Math.min(eagerSize, maxBatch)) return true;
    return performance.now() - this.#lastStartedAt >= maxDelayMs;
  }

  /** What waits is shared among the batches that may start, so that the database works on them side by side. */
  #nextSize(): number {
    const { maxBatch, eagerSize, concurrency } = this.#options;
    const share = Math.ceil(this.#ready.length / (concurrency - this.#running));
    return Math.min(maxBatch, Math.max(eagerSize, share));
  }

  #startNext(): void {
    const mayStart = (): boolean => this.#running < this.#options.concurrency && this.#ready.length > 0;
    clearTimeout(this.#timer);
    while (mayStart() && this.#isDue()) {
      const batch = this.#ready.splice(0, this.#nextSize());
      this.#running++;
      this.#lastStartedAt = performance.now();
      void this.#runBatch(batch).finally(() => {
        this.#running--;
        this.#startNext();
      });
    }
    if (mayStart()) this.#timer = setTimeout(() => this.#startNext(), this.#options.maxDelayMs);
    while (this.#waiting < this.#options.maxWaiting && this.#busy.length > 0) {
      this.#waiting++;
      void this.#runWaiting(this.#busy.shift()).finally(() => {
        this.#waiting--;
        this.#startNext();
      });
    }
  }

  async #runBatch(batch: readonly Queued<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#run(batch, false);
      for (const [n, queued] of batch.entries()) this.#settle(queued, outcomes[n]);
    } catch (error) {
      const kind = this.#options.classify(error);
      const isSettled = kind === 'retry' || kind === 'final';
      if (batch.length > 1 && !isSettled) return this.#runOneByOne(batch);
      for (const queued of batch) this.#settle(queued, kind === 'busy' ? busy : asError(error));
    }
  }

  /** Each by itself, so that the one that made the batch fail fails alone. */
  async #runOneByOne(batch: readonly Queued<Item, Result>[]): Promise<void> {
    for (const queued of batch) {
      try {
        const [outcome] = await this.#run([queued], false);
        this.#settle(queued, outcome);
      } catch (error) {
        this.#settle(queued, this.#options.classify(error) === 'busy' ? busy : asError(error));
      }
    }
  }

  async #runWaiting(queued: Queued<Item, Result> | undefined): Promise<void> {
    if (!queued) return;
    try {
      const [outcome] = await this.#run([queued], true);
      this.#settle(queued, outcome === busy ? refusal(unavailable) : outcome);
    } catch (error) {
      this.#settle(queued, asError(error));
    }
  }

  async #run(batch: readonly Queued<Item, Result>[], wait: boolean): Promise<readonly BatchOutcome<Result>[]> {
    const items = batch.map(({ item }) => item);
    const run = async () => (await batch[0]?.context.runInAsyncScope(() => this.#options.run(items, wait))) ?? [];
    try {
      return await run();
    } catch (error) {
      if (this.#options.classify(error) !== 'retry') throw error;
      return run();
    }
  }

  #settle(queued: Queued<Item, Result>, outcome: BatchOutcome<Result> | undefined): void {
    if (outcome === busy) return void this.#busy.push(queued);
    this.#queued--;
    this.#queuedBytes -= queued.bytes;
    if (outcome === undefined) queued.reject(new Error('a batch answers each of its items'));
    else if (outcome instanceof Error) queued.reject(outcome);
    else queued.resolve(outcome);
    const next = this.#behind.get(queued.key)?.shift();
    if (next) this.#ready.push(next);
    else this.#behind.delete(queued.key);
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
