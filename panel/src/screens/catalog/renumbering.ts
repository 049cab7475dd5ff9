/** An episode that is to have another number; a new one has none yet. */
export interface Move {
  readonly key: string;
  readonly from: number | null;
  readonly to: number;
}

export interface Step {
  readonly key: string;
  /** Its number is held by one that goes away before it, so before that it would be refused. */
  readonly waits: boolean;
  /** Who has to go to a free number before it, because they wait for each other in a ring. */
  readonly parks: string | null;
}

/** The order in which numbers are taken, one after the other, so that each is free when its turn comes. */
export function stepsOf(moves: readonly Move[], unmoved: ReadonlySet<number>): Step[] {
  const holders = new Map(moves.flatMap((move) => (move.from === null ? [] : [[move.from, move] as const])));
  const held = new Map(holders);
  const left = new Set(moves);
  const steps: Step[] = [];
  for (let next = firstOf(left, held); next; next = firstOf(left, held)) {
    const parks = held.get(next.to)?.key ?? null;
    held.delete(next.to);
    if (next.from !== null && held.get(next.from) === next) held.delete(next.from);
    left.delete(next);
    steps.push({ key: next.key, waits: comesFree(next.to, holders, unmoved), parks });
  }
  return steps;
}

const firstOf = (left: ReadonlySet<Move>, held: ReadonlyMap<number, Move>): Move | undefined => {
  const [first] = left;
  return [...left].find(({ to }) => !held.has(to)) ?? first;
};

/** Whether a number that is held now is given up, by one who is not kept from it by an episode that stays. */
function comesFree(number: number, holders: ReadonlyMap<number, Move>, unmoved: ReadonlySet<number>): boolean {
  const seen = new Set<number>();
  let at = number;
  for (let holder = holders.get(at); holder && !seen.has(at); holder = holders.get(at)) {
    seen.add(at);
    at = holder.to;
  }
  return seen.size > 0 && !unmoved.has(at);
}

export function firstFree(taken: Iterable<number>): number {
  const all = new Set(taken);
  let number = 1;
  while (all.has(number)) number++;
  return number;
}
