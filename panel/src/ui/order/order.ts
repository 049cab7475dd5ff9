/** Lists that are put in order by hand, by the keys of what is in them. */

/** The same list with what stands at one place put to another. */
export const moveTo = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));

/** The most keys that stand in the same order in both lists: the others are those that were moved. */
export function stayingIn(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const placeOf = new Map(before.map((key, place) => [key, place]));
  const common = after.filter((key) => placeOf.has(key));
  const places = common.map((key) => placeOf.get(key) ?? 0);
  // Of each key, how long the longest run is that ends with it, and which key stands before it there.
  const runs: { length: number; previous: number }[] = [];
  for (const [at, place] of places.entries()) {
    const earlier = runs.reduce(
      (best, { length }, index) => ((places[index] ?? 0) < place && length > best.length ? { length, index } : best),
      { length: 0, index: -1 },
    );
    runs[at] = { length: earlier.length + 1, previous: earlier.index };
  }
  const longest = runs.reduce((best, { length }, index) => (length > (runs[best]?.length ?? 0) ? index : best), 0);
  const staying = new Set<string>();
  for (let at = runs.length > 0 ? longest : -1; at >= 0; at = runs[at]?.previous ?? -1) staying.add(common[at] ?? '');
  return staying;
}

export interface OrderChange {
  readonly kind: 'added' | 'removed' | 'moved';
  readonly key: string;
  /** Places from 1; null where it is not in the list. */
  readonly from: number | null;
  readonly to: number | null;
}

/** What was done to a list, as few moves as can be. */
export function changesIn(before: readonly string[], after: readonly string[]): OrderChange[] {
  const staying = stayingIn(before, after);
  const placeIn = (list: readonly string[], key: string) => {
    const at = list.indexOf(key);
    return at < 0 ? null : at + 1;
  };
  const changeOf = (kind: OrderChange['kind'], key: string): OrderChange => ({
    kind,
    key,
    from: placeIn(before, key),
    to: placeIn(after, key),
  });
  return [
    ...before.filter((key) => !after.includes(key)).map((key) => changeOf('removed', key)),
    ...after.filter((key) => !staying.has(key)).map((key) => changeOf(before.includes(key) ? 'moved' : 'added', key)),
  ];
}

/** Puts keys into a list, each after the one that stands before it in the list that it is from; the last stay last. */
function insertAsIn(model: readonly string[], added: readonly string[], list: readonly string[]): string[] {
  const result = [...list];
  for (const key of added) {
    const at = model.indexOf(key);
    const before = model.slice(0, at).findLast((one) => result.includes(one));
    const isLast = !model.slice(at).some((one) => list.includes(one));
    const after = before === undefined ? 0 : result.indexOf(before) + 1;
    result.splice(isLast ? result.length : after, 0, key);
  }
  return result;
}

/** What I did to a list, done to what someone else has made of it meanwhile. */
export function rebaseOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const isMoved = changesIn(base, mine).some(({ kind }) => kind === 'moved');
  const added = (list: readonly string[], other: readonly string[]) =>
    list.filter((key) => !base.includes(key) && !other.includes(key));
  if (isMoved) {
    const left = mine.filter((key) => theirs.includes(key) || !base.includes(key));
    return insertAsIn(theirs, added(theirs, mine), left);
  }
  // Who moved nothing takes their order.
  const left = theirs.filter((key) => mine.includes(key) || !base.includes(key));
  return insertAsIn(mine, added(mine, theirs), left);
}
