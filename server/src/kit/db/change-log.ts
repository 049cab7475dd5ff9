import { batchReads } from '../batch-reads.ts';

/** A row of a table of changes, whose ids go up. */
export interface Change {
  readonly id: number;
}

export interface ChangeLog<Row extends Change> {
  /** Where to begin: below all that may still be committed. */
  begin(): Promise<number>;
  /** The changes above `floor`, but for those that are known. */
  list(floor: number, known: readonly number[]): Promise<readonly Row[]>;
  /** Told of each once. */
  onChange(change: Row): void;
}

/** After this long no transaction is under way any more that took an id before another whose change is known. */
const patienceMs = 60_000;

/**
 * The ids that were seen. They are given out in order and committed in any order, so an id that is missing below one
 * that was seen is waited for: until it comes, or until it is clear that its transaction was undone.
 */
export function createSeenIds(floor: number) {
  let reached = floor;
  const above = new Map<number, number>();
  return {
    /** Up to which all were seen. */
    get floor(): number {
      return reached;
    },
    /** Those above it that were seen. */
    get known(): number[] {
      return [...above.keys()];
    },
    /** Answers whether it is new. */
    add(id: number, nowMs: number): boolean {
      if (id <= reached || above.has(id)) return false;
      above.set(id, nowMs);
      return true;
    },
    /** Raises the floor as far as nothing is missing or waited for. */
    raiseFloor(nowMs: number): void {
      for (const [id, seenAt] of [...above].sort(([a], [b]) => a - b)) {
        if (id !== reached + 1 && nowMs - seenAt < patienceMs) return;
        above.delete(id);
        reached = id;
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
    const made = log.begin().then(createSeenIds);
    made.catch(() => {
      beginning = undefined;
    });
    return made;
  };
  const catchUp = batchReads(async () => {
    beginning ??= begin();
    const seen = await beginning;
    const changes = await log.list(seen.floor, seen.known);
    const nowMs = performance.now();
    for (const change of changes) if (seen.add(change.id, nowMs)) log.onChange(change);
    seen.raiseFloor(nowMs);
    return new Map<'', undefined>();
  });
  return () => catchUp('');
}
