import { fieldsOf } from '../../ui/diff.tsx';
import { useDraft } from '../../ui/draft.ts';
import type { Row } from './queries.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A credit while it is being written. */
interface CreditDraft {
  readonly user: Named | null;
  readonly sku: string;
}

export const draftName = (runId: string, line: number): string => `credit ${runId} ${line}`;

const isNamed = (value: unknown): boolean => {
  const { id, name } = fieldsOf(value);
  return typeof id === 'string' && typeof name === 'string';
};

const isDraft = (value: unknown): value is CreditDraft => {
  const { user, sku } = fieldsOf(value);
  return (user === null || isNamed(user)) && typeof sku === 'string';
};

/** What the rail told in vain, or the app announced. */
function known({ purchase, event }: Row): CreditDraft {
  const one = purchase ?? event;
  const user = one?.userId ? { id: one.userId, name: one.userName ?? one.userId } : null;
  return { user, sku: one?.productId ?? '' };
}

/** What was chosen for a line, kept until it is sent. */
export function useCreditDraft(name: string, row: Row) {
  const [kept, setDraft] = useDraft(name, isDraft);
  return {
    ...(kept ?? known(row)),
    isKept: kept !== undefined,
    set: (part: Partial<CreditDraft>) => setDraft((before = known(row)) => ({ ...before, ...part })),
    clear: () => setDraft(undefined),
  };
}
