import { batchReads } from '../batch-reads.ts';

/** A row of a table of changes, whose ids go up. */
export interface Change {
  readonly id: number;
}

export interface ChangeLog<Row extends Change> {
  /** The newest id that there is, or 0. */
  findNewest(): Promise<number>;
  /** The changes above `newest`, and those of the missing ones that have come, at most so many. */
  list(newest: number, missing: readonly number[], most: number): Promise<readonly Row[]>;
  /** Told of each once. */
  onChange(change: Row): void;
  /** There were more than anyone wants to look at one by one. */
  onTooMany(): void;
}

/**
 * How long an id is waited for that is missing below one that was seen: longer than the transactions of a request last.
 * One that comes later is not noticed, so nothing may be kept much longer than this.
 */
const patienceMs = 60_000;
const mostAtOnce = 2_000;
/** More than the transactions that are under way at one time have taken. */
export const maxMissingIds = 500;

/**
 * The ids that were seen. They are given out in order and committed in any order, so those that are missing below the
 * newest are waited for: until they come, or until it is clear that their transaction was undone.
 */
export function createSeenIds(floor: number) {
  let newest = floor;
  const waitedFor = new Map<number, number>();
  return {
    get newest(): number {
      return newest;
    },
    get missing(): number[] {
      return [...waitedFor.keys()];
    },
    /** Answers whether it is new. */
    add(id: number, nowMs: number): boolean {
      if (id <= newest) return waitedFor.delete(id);
      const lowest = Math.max(newest + 1, id - maxMissingIds);
      for (let between = lowest; between < id; between++) waitedFor.set(between, nowMs + patienceMs);
      newest = id;
      return true;
    },
    /** Waits no longer for what has not come in time. */
    giveUp(nowMs: number): void {
      for (const [id, until] of waitedFor) {
        if (nowMs < until) return;
        waitedFor.delete(id);
      }
    },
  };
}

/**
 * Follows a table of changes: when the answer has come, `onChange` was told of every change that was committed before it
 * was asked for. Those who ask at the same moment share one statement.
 */
export function followChanges<Row extends Change>(log: ChangeLog<Row>): () => Promise<void> {
  let beginning: Promise<ReturnType<typeof createSeenIds>> | undefined;
  const begin = (): NonNullable<typeof beginning> => {
    const made = log.findNewest().then((newest) => createSeenIds(Math.max(0, newest - maxMissingIds)));
    made.catch(() => {
      beginning = undefined;
    });
    return made;
  };
  const catchUp = batchReads(async () => {
    beginning ??= begin();
    const seen = await beginning;
    const changes = await log.list(seen.newest, seen.missing, mostAtOnce);
    if (changes.length === mostAtOnce) {
      // In this order: what is kept from now on is read after the new beginning.
      beginning = begin();
      await beginning;
      log.onTooMany();
      return new Map<'', undefined>();
    }
    const nowMs = performance.now();
    for (const change of [...changes].sort((a, b) => a.id - b.id)) {
      if (seen.add(change.id, nowMs)) log.onChange(change);
    }
    seen.giveUp(nowMs);
    return new Map<'', undefined>();
  });
  return () => catchUp('');
}
