import { type Refused, refusal, unavailable } from './errors.ts';

/** At most `atOnce` pieces of work with this key run at the same time. */
export interface Limit {
  readonly key: string;
  readonly atOnce: number;
  /** The error for work that exceeds this limit, by default 503. */
  readonly refusal?: () => Refused;
}

export interface LimiterOptions {
  /** How many pieces of work may wait in total. */
  readonly maxWaiting?: number;
  /** How many of them may have the same first limit. */
  readonly maxWaitingPerKey?: number;
}

export interface RunOptions {
  /** Work that has not started by this time of `performance.now()` is refused and never starts. */
  readonly startBy: number;
  /** Aborted when the caller is gone: work that is still waiting never starts. */
  readonly signal?: AbortSignal;
}

interface KeyState {
  running: number;
  /** Work that waits for a slot of this key, in order of arrival. */
  readonly waiters: Set<Waiter>;
  /** How much waiting work has this key as its first limit. */
  waitingFirst: number;
}

interface Waiter {
  readonly limits: readonly Limit[];
  readonly start: () => void;
  /** The index of the limit whose queue it waits in. */
  at: number;
  /** Indexes of the limits whose free slots it was offered while a wider limit was full. */
  readonly offers: Set<number>;
}

/**
 * Starts work once all of its limits have a free slot. Waiting work occupies no slot, so it does not hold up work with
 * other keys. Limits are listed from the narrowest (one user's row) to the widest (all connections).
 *
 * Waiting work stands in the queue of one limit, the narrowest that is full. Each freed slot is offered to the head of
 * that limit's queue, which starts or moves on to the queue of a wider limit and keeps the offer. So the cost of
 * finishing a piece of work does not depend on how much is waiting.
 */
export class Limiter {
  readonly #keys = new Map<string, KeyState>();
  readonly #maxWaiting: number;
  readonly #maxWaitingPerKey: number;
  #waiting = 0;

  constructor({ maxWaiting = 2_000, maxWaitingPerKey = 500 }: LimiterOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingPerKey = maxWaitingPerKey;
  }

  /** Takes a slot of every limit, or refuses at once. Returns the function that frees them. */
  acquire(limits: readonly Limit[]): () => void {
    const full = limits[this.#firstFull(limits)];
    if (full) throw refusalOf(full);
    return this.#take(limits);
  }

  async run<T>(limits: readonly Limit[], work: () => Promise<T>, options: RunOptions): Promise<T> {
    if (limits.length === 0) return work();
    const full = this.#firstFull(limits);
    const free = full === -1 ? this.#take(limits) : await this.#wait(limits, full, options);
    try {
      return await work();
    } finally {
      free();
    }
  }

  #wait(limits: readonly Limit[], at: number, { startBy, signal }: RunOptions): Promise<() => void> {
    const [first] = limits;
    if (!first || signal?.aborted) throw refusal(unavailable);
    if ((this.#keys.get(first.key)?.waitingFirst ?? 0) >= this.#maxWaitingPerKey) throw refusalOf(first);
    if (this.#waiting >= this.#maxWaiting) throw refusal(unavailable);
    this.#waiting++;
    this.#stateOf(first).waitingFirst++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.#waiting--;
        this.#stateOf(first).waitingFirst--;
      };
      const giveUp = (): void => {
        leave();
        this.#remove(waiter);
        reject(refusal(unavailable));
      };
      const start = (): void => {
        leave();
        resolve(this.#take(limits));
      };
      const waiter: Waiter = { limits, start, at, offers: new Set() };
      const timer = setTimeout(giveUp, startBy - performance.now());
      signal?.addEventListener('abort', giveUp);
      this.#enqueue(waiter);
    });
  }

  #firstFull(limits: readonly Limit[]): number {
    return limits.findIndex(({ key, atOnce }) => (this.#keys.get(key)?.running ?? 0) >= atOnce);
  }

  #stateOf({ key }: Limit): KeyState {
    const known = this.#keys.get(key);
    if (known) return known;
    const state = { running: 0, waiters: new Set<Waiter>(), waitingFirst: 0 };
    this.#keys.set(key, state);
    return state;
  }

  #take(limits: readonly Limit[]): () => void {
    for (const limit of limits) this.#stateOf(limit).running++;
    return () => {
      for (const limit of limits) this.#stateOf(limit).running--;
      // The widest first: otherwise the waiting work of one user would pass a slot on among itself.
      for (const limit of limits.toReversed()) this.#offer(limit);
    };
  }

  /** Offers a free slot to the head of the limit's queue. */
  #offer(limit: Limit): void {
    const { waiters } = this.#stateOf(limit);
    for (const waiter of waiters) {
      const from = waiter.at;
      const full = this.#firstFull(waiter.limits);
      if (full === from) return;
      waiters.delete(waiter);
      if (full === -1) {
        waiter.start();
        return;
      }
      waiter.at = full;
      this.#enqueue(waiter);
      if (full > from) {
        waiter.offers.add(from);
        return;
      }
      // A narrower limit has filled up meanwhile, so the slot goes to the next in this queue.
      this.#passOn(waiter, full);
    }
    this.#forget(limit);
  }

  #enqueue(waiter: Waiter): void {
    const limit = waiter.limits[waiter.at];
    if (limit) this.#stateOf(limit).waiters.add(waiter);
  }

  /** Offers to others the slots of this limit and of wider ones that this waiter was offered. */
  #passOn({ limits, offers }: Waiter, fromIndex: number): void {
    for (const index of [...offers].filter((one) => one >= fromIndex)) {
      offers.delete(index);
      const limit = limits[index];
      if (limit) this.#offer(limit);
    }
  }

  #remove(waiter: Waiter): void {
    const limit = waiter.limits[waiter.at];
    if (limit) this.#stateOf(limit).waiters.delete(waiter);
    this.#passOn(waiter, 0);
    for (const one of waiter.limits) this.#forget(one);
  }

  #forget({ key }: Limit): void {
    const state = this.#keys.get(key);
    if (state?.running === 0 && state.waiters.size === 0 && state.waitingFirst === 0) this.#keys.delete(key);
  }
}

const refusalOf = (limit: Limit): Refused => limit.refusal?.() ?? refusal(unavailable);
