import { AsyncResource } from 'node:async_hooks';
import { Refused, refusal, unavailable } from './errors.ts';

/** The outcome of an item whose key is locked elsewhere: it is retried alone, and may wait. */
export const busy: unique symbol = Symbol('busy');

export type BatchOutcome<Result> = Result | Error | typeof busy;

/**
 * How a failed batch is handled: `retry` if the failure is independent of its items, `busy` if it waited for a lock,
 * `item` if one of the items may be the cause, `late` if it did not begin by its deadline, `final` if it must not be
 * repeated.
 */
export type FailureKind = 'retry' | 'busy' | 'item' | 'late' | 'final';

export interface BatchRun {
  /** Whether it may wait for locks, as only single items do. */
  readonly wait: boolean;
  /** It must not begin after this time of `performance.now()`. */
  readonly startBy: number;
}

export interface AddOptions {
  /** The size of the item, counted against `maxQueuedBytes`. */
  readonly bytes?: number;
  /** An item that has not begun by this time of `performance.now()` is refused. */
  readonly startBy?: number;
}

export interface BatchOptions<Item, Result> {
  /** Returns the outcome of each item in order. Throws if nothing was done for any of them. */
  run(items: readonly Item[], how: BatchRun): Promise<readonly BatchOutcome<Result>[]>;
  classify(error: unknown): FailureKind;
  /** Size of a batch. */
  maxBatch?: number;
  /** Size of a batch in bytes. */
  maxBatchBytes?: number;
  /** Concurrent batches. */
  concurrency?: number;
  /** A concurrent batch starts once so many items wait. */
  eagerSize?: number;
  /** A concurrent batch starts if the last one started so long ago, so that few items do not wait for a slow batch. */
  maxDelayMs?: number;
  /** Concurrent single items that wait for locks. */
  maxWaiting?: number;
  /** Items that wait behind another of the same key; more are refused. */
  maxPerKey?: number;
  /** Items in the queue; more are refused. */
  maxQueued?: number;
  /** Bytes in the queue, because few large items fill the memory as well. */
  maxQueuedBytes?: number;
  /** How long an item waits by default before it is refused. */
  waitMs?: number;
}

interface Queued<Item, Result> {
  readonly key: string;
  readonly item: Item;
  readonly bytes: number;
  readonly startBy: number;
  /** A batch runs in the async context of its first item. */
  readonly context: AsyncResource;
  /** The list in which it waits; undefined while it runs. */
  list: Set<Queued<Item, Result>> | undefined;
  /** Ends its wait. */
  timer: NodeJS.Timeout | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Collects items into batches while the database is busy. At most one item per key is in flight, so a batch never
 * contends with itself. An item whose key is locked elsewhere is retried alone, and may then wait.
 */
export class BatchQueue<Item, Result> {
  readonly #options: Required<BatchOptions<Item, Result>>;
  /** Items behind one of the same key that is ready or running. */
  readonly #behind = new Map<string, Set<Queued<Item, Result>>>();
  readonly #ready = new Set<Queued<Item, Result>>();
  readonly #busy = new Set<Queued<Item, Result>>();
  #queued = 0;
  #queuedBytes = 0;
  #running = 0;
  #waiting = 0;
  #isScheduled = false;
  #lastStartedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatchOptions<Item, Result>) {
    const sizes = { maxBatch: 64, eagerSize: 16, maxWaiting: 4, maxPerKey: 16, maxQueued: 2_000 };
    const times = { maxDelayMs: 20, waitMs: 3_000 };
    const bytes = { maxBatchBytes: Number.POSITIVE_INFINITY, maxQueuedBytes: 64 * 2 ** 20 };
    this.#options = { ...sizes, ...times, ...bytes, concurrency: 2, ...options };
  }

  /** Whether the queue has no room for so many bytes. An empty queue has room for any item. */
  #isFull(bytes: number): boolean {
    const { maxQueued, maxQueuedBytes } = this.#options;
    return this.#queued >= maxQueued || (this.#queued > 0 && this.#queuedBytes + bytes > maxQueuedBytes);
  }

  add(key: string, item: Item, { bytes = 0, startBy }: AddOptions = {}): Promise<Result> {
    const now = performance.now();
    const deadline = startBy ?? now + this.#options.waitMs;
    return new Promise((resolve, reject) => {
      const behind = this.#behind.get(key);
      const isKeyFull = behind !== undefined && behind.size >= this.#options.maxPerKey;
      if (isKeyFull || this.#isFull(bytes) || deadline <= now) return reject(refusal(unavailable));
      this.#queued++;
      this.#queuedBytes += bytes;
      const context = new AsyncResource('BatchItem');
      const waiting = { startBy: deadline, list: undefined, timer: undefined };
      const queued: Queued<Item, Result> = { key, item, bytes, context, ...waiting, resolve, reject };
      queued.timer = setTimeout(() => this.#expire(queued), deadline - now);
      if (behind) return enlist(behind, queued);
      this.#behind.set(key, new Set());
      enlist(this.#ready, queued);
      this.#schedule();
    });
  }

  /** Refuses an item that has waited too long, unless it is running. */
  #expire(queued: Queued<Item, Result>): void {
    const { key, list } = queued;
    if (!list) return;
    list.delete(queued);
    if (list === this.#behind.get(key)) this.#finish(queued, refusal(unavailable));
    else this.#settle(queued, refusal(unavailable));
    this.#startNext();
  }

  /** Waits for the end of this round of the event loop, so that its items share a batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= this.#options.concurrency) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
    });
  }

  /** Larger batches cost less per item. */
  #isDue(): boolean {
    const { maxBatch, eagerSize, maxDelayMs } = this.#options;
    if (this.#running === 0 || this.#ready.size >= Math.min(eagerSize, maxBatch)) return true;
    if (bytesOf(this.#ready) >= this.#options.maxBatchBytes) return true;
    return performance.now() - this.#lastStartedAt >= maxDelayMs;
  }

  /** Divides the items among the batches that may start, so that the database works in parallel. */
  #nextSize(): number {
    const { maxBatch, eagerSize, concurrency } = this.#options;
    const share = Math.ceil(this.#ready.size / (concurrency - this.#running));
    return Math.min(maxBatch, Math.max(eagerSize, share));
  }

  #startNext(): void {
    const mayStart = (): boolean => this.#running < this.#options.concurrency && this.#ready.size > 0;
    clearTimeout(this.#timer);
    while (mayStart() && this.#isDue()) {
      const batch = takeFirst(this.#ready, this.#nextSize(), this.#options.maxBatchBytes);
      this.#running++;
      this.#lastStartedAt = performance.now();
      void this.#runBatch(batch).finally(() => {
        this.#running--;
        this.#startNext();
      });
    }
    if (mayStart()) this.#timer = setTimeout(() => this.#startNext(), this.#options.maxDelayMs);
    while (this.#waiting < this.#options.maxWaiting && this.#busy.size > 0) {
      this.#waiting++;
      void this.#runAlone(takeFirst(this.#busy, 1), true).finally(() => {
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
      if (kind === 'late') return this.#refuseLate(batch, asError(error));
      const isSettled = kind === 'retry' || kind === 'final';
      if (batch.length > 1 && !isSettled) return this.#runOneByOne(batch);
      for (const queued of batch) this.#settle(queued, kind === 'busy' ? busy : asError(error));
    }
  }

  /** The deadline of a batch is that of its oldest item: refuses the items that are late, and requeues the rest in front. */
  #refuseLate(batch: readonly Queued<Item, Result>[], error: Error): void {
    const passed = Math.max(performance.now(), startByOf(batch));
    const newer = [...this.#ready];
    this.#ready.clear();
    for (const queued of batch) if (queued.startBy > passed) enlist(this.#ready, queued);
    for (const queued of newer) enlist(this.#ready, queued);
    for (const queued of batch) if (queued.startBy <= passed) this.#settle(queued, error);
  }

  /** Runs each item alone, so that only the cause of the failure fails. */
  async #runOneByOne(batch: readonly Queued<Item, Result>[]): Promise<void> {
    const rest = new Set<Queued<Item, Result>>();
    for (const queued of batch) this.#wait(queued, rest);
    for (let one = takeFirst(rest, 1); one.length > 0; one = takeFirst(rest, 1)) {
      await this.#runAlone(one, false);
      this.#startNext();
    }
  }

  async #runAlone(one: readonly Queued<Item, Result>[], wait: boolean): Promise<void> {
    const settle = (outcome: BatchOutcome<Result> | undefined): void => {
      const isOver = wait && outcome === busy;
      for (const queued of one) this.#settle(queued, isOver ? refusal(unavailable) : outcome);
    };
    try {
      const [outcome] = await this.#run(one, wait);
      settle(outcome);
    } catch (error) {
      settle(!wait && this.#options.classify(error) === 'busy' ? busy : asError(error));
    }
  }

  async #run(batch: readonly Queued<Item, Result>[], wait: boolean): Promise<readonly BatchOutcome<Result>[]> {
    const items = batch.map(({ item }) => item);
    const how = { wait, startBy: startByOf(batch) };
    const run = async () => (await batch[0]?.context.runInAsyncScope(() => this.#options.run(items, how))) ?? [];
    try {
      return await run();
    } catch (error) {
      if (this.#options.classify(error) !== 'retry') throw error;
      return run();
    }
  }

  /** Queues an item, unless it is late. */
  #wait(queued: Queued<Item, Result>, list: Set<Queued<Item, Result>>): void {
    if (performance.now() < queued.startBy) enlist(list, queued);
    else this.#settle(queued, refusal(unavailable));
  }

  #settle(queued: Queued<Item, Result>, outcome: BatchOutcome<Result> | undefined): void {
    if (outcome === busy) {
      this.#wait(queued, this.#busy);
      return;
    }
    this.#finish(queued, outcome);
    const behind = this.#behind.get(queued.key);
    const [next] = behind ? takeFirst(behind, 1) : [];
    if (next) enlist(this.#ready, next);
    else this.#behind.delete(queued.key);
  }

  #finish(queued: Queued<Item, Result>, outcome: Result | Error | undefined): void {
    clearTimeout(queued.timer);
    this.#queued--;
    this.#queuedBytes -= queued.bytes;
    if (outcome === undefined) queued.reject(new Error('a batch returned no result for one of its items'));
    else if (outcome instanceof Error) queued.reject(outcome);
    else queued.resolve(outcome);
  }
}

const startByOf = (batch: readonly { readonly startBy: number }[]): number =>
  Math.min(...batch.map(({ startBy }) => startBy));

interface Listed<Self> {
  readonly bytes: number;
  list: Set<Self> | undefined;
}

function bytesOf(list: ReadonlySet<{ readonly bytes: number }>): number {
  let sum = 0;
  for (const { bytes } of list) sum += bytes;
  return sum;
}

function enlist<One extends Listed<One>>(list: Set<One>, one: One): void {
  list.add(one);
  one.list = list;
}

/** Removes the first `count` items from their list, up to `maxBytes`. */
function takeFirst<One extends Listed<One>>(list: Set<One>, count: number, maxBytes = Number.POSITIVE_INFINITY): One[] {
  const taken: One[] = [];
  let bytes = 0;
  for (const one of list) {
    if (taken.length === count || bytes >= maxBytes) break;
    bytes += one.bytes;
    list.delete(one);
    one.list = undefined;
    taken.push(one);
  }
  return taken;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

type Declined = Refused | typeof busy;

const isDeclined = (item: unknown): item is Declined => item === busy || item instanceof Refused;

/**
 * Calls `work` with the items of a batch that were not declined so far, and returns the outcomes of all items in order.
 */
export async function forAccepted<Item extends object, Outcome>(
  items: readonly (Item | Declined)[],
  work: (accepted: readonly Item[]) => Promise<readonly Outcome[]>,
): Promise<(Outcome | Declined)[]> {
  const accepted = items.filter((item): item is Item => !isDeclined(item));
  const outcomes = accepted.length > 0 ? await work(accepted) : [];
  if (outcomes.length !== accepted.length) throw new Error('the work returned no result for some items of a batch');
  let next = 0;
  return items.flatMap((item): readonly (Outcome | Declined)[] =>
    isDeclined(item) ? [item] : outcomes.slice(next, ++next),
  );
}

/** The result of `work`, or the refusal that it throws. */
export function orRefusal<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
