/**
 * Requests in random order, each as seldom as all others. It goes on where the last round ended, so that nobody comes
 * again before everyone else has come.
 */
export interface RequestSource {
  next(): Buffer;
}

/** Random, and the same in every run. */
export function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffled<T>(items: readonly T[]): T[] {
  const random = randoms(20_261_115);
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** As they come: shuffle before, where their order is not to be that of the seed. */
export function requestSource(requests: readonly string[]): RequestSource {
  const bytes = requests.map((request) => Buffer.from(request));
  let turn = 0;
  return {
    next: () => bytes[turn++ % bytes.length] ?? Buffer.alloc(0),
  };
}

/** So many of the ones, and then one of the others, again and again. */
export function mixed(ones: RequestSource, others: RequestSource, onesForEachOther: number): RequestSource {
  let turn = 0;
  return {
    next: () => (turn++ % (onesForEachOther + 1) === onesForEachOther ? others.next() : ones.next()),
  };
}
