import { busy } from './batch-queue.ts';
import { Refused } from './errors.ts';

type Declined = Refused | typeof busy;

const isDeclined = (item: unknown): item is Declined => item === busy || item instanceof Refused;

/**
 * Does the work for those items of a batch that nothing has stood in the way of so far, all at once, and answers each item
 * in its place.
 */
export async function forAccepted<Item extends object, Outcome>(
  items: readonly (Item | Declined)[],
  work: (accepted: readonly Item[]) => Promise<readonly Outcome[]>,
): Promise<(Outcome | Declined)[]> {
  const accepted = items.filter((item): item is Item => !isDeclined(item));
  const outcomes = accepted.length > 0 ? await work(accepted) : [];
  if (outcomes.length !== accepted.length) throw new Error('the work did not answer each item of a batch');
  let next = 0;
  return items.flatMap((item): readonly (Outcome | Declined)[] =>
    isDeclined(item) ? [item] : outcomes.slice(next, ++next),
  );
}

/** What the work gives, or the refusal that it throws. */
export function orRefusal<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
