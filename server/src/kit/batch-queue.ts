import { refusal, unavailable } from './errors.ts';

/** Said of an item whose key is held by someone else: it is tried again alone, where it may wait. */
export const busy: unique symbol = Symbol('busy');

export type Outcome<Result> = Result | Error | typeof busy;

/**
 * What a failure of a whole batch means: `again` for one that had nothing to do with its items, `busy` where it waited
 * for a lock, `item` where one of the items may be the cause, `over` where it must not be repeated.
 */
export type Verdict = 'again' | 'busy' | 'item' | 'over';

export interface BatchOptions<Item, Result> {
  /** Answers each item in turn. Throws when nothing was done for any of them. */
  run(items: readonly Item[], wait: boolean): Promise<readonly Outcome<Result>[]>;
  judge(error: unknown): Verdict;
  /** Items in a batch. */
  most?: number;
  /** Batches at once. */
  flights?: number;
  /** Items that wait for their keys at once, each alone. */
  waiters?: number;
  /** Items of one key that wait behind another of it; beyond that its sender is refused, and nobody else. */
  mostBehind?: number;
  /** Items in the queue; beyond that the service is overloaded and says so. */
  mostQueued?: number;
}

interface Queued<Item, Result> {
  readonly key: string;
  readonly item: Item;
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
  readonly #held: Queued<Item, Result>[] = [];
  #queued = 0;
  #flights = 0;
  #waiters = 0;
  #armed = false;

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = { most: 64, flights: 2, waiters: 4, mostBehind: 16, mostQueued: 2_000, ...options };
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const behind = this.#behind.get(key);
      const isFull = this.#queued >= this.#options.mostQueued;
      if (isFull || (behind && behind.length >= this.#options.mostBehind)) return reject(refusal(unavailable));
      this.#queued++;
      const queued = { key, item, resolve, reject };
      if (behind) return void behind.push(queued);
      this.#behind.set(key, []);
      this.#ready.push(queued);
      this.#arm();
    });
  }

  /** Waits for the end of this round of events, so that what arrived in it goes together. */
  #arm(): void {
    if (this.#armed || this.#flights >= this.#options.flights) return;
    this.#armed = true;
    setImmediate(() => {
      this.#armed = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#flights < this.#options.flights && this.#ready.length > 0) {
      this.#flights++;
      void this.#fly(this.#ready.splice(0, this.#options.most)).finally(() => {
        this.#flights--;
        this.#pump();
      });
    }
    while (this.#waiters < this.#options.waiters && this.#held.length > 0) {
      this.#waiters++;
      void this.#wait(this.#held.shift()).finally(() => {
        this.#waiters--;
        this.#pump();
      });
    }
  }

  async #fly(batch: readonly Queued<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#run(batch, false);
      for (const [n, queued] of batch.entries()) this.#settle(queued, outcomes[n]);
    } catch (error) {
      const verdict = this.#options.judge(error);
      const isSettled = verdict === 'again' || verdict === 'over';
      if (batch.length > 1 && !isSettled) return this.#apart(batch);
      for (const queued of batch) this.#settle(queued, verdict === 'busy' ? busy : asError(error));
    }
  }

  /** Each by itself, so that the one that made the batch fail fails alone. */
  async #apart(batch: readonly Queued<Item, Result>[]): Promise<void> {
    for (const queued of batch) {
      try {
        const [outcome] = await this.#run([queued], false);
        this.#settle(queued, outcome);
      } catch (error) {
        this.#settle(queued, this.#options.judge(error) === 'busy' ? busy : asError(error));
      }
    }
  }

  async #wait(queued: Queued<Item, Result> | undefined): Promise<void> {
    if (!queued) return;
    try {
      const [outcome] = await this.#run([queued], true);
      this.#settle(queued, outcome === busy ? refusal(unavailable) : outcome);
    } catch (error) {
      this.#settle(queued, asError(error));
    }
  }

  async #run(batch: readonly Queued<Item, Result>[], wait: boolean): Promise<readonly Outcome<Result>[]> {
    const items = batch.map(({ item }) => item);
    try {
      return await this.#options.run(items, wait);
    } catch (error) {
      if (this.#options.judge(error) !== 'again') throw error;
      return this.#options.run(items, wait);
    }
  }

  #settle(queued: Queued<Item, Result>, outcome: Outcome<Result> | undefined): void {
    if (outcome === busy) return void this.#held.push(queued);
    this.#queued--;
    if (outcome === undefined) queued.reject(new Error('a batch answers each of its items'));
    else if (outcome instanceof Error) queued.reject(outcome);
    else queued.resolve(outcome);
    const next = this.#behind.get(queued.key)?.shift();
    if (next) this.#ready.push(next);
    else this.#behind.delete(queued.key);
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
