import { useUserName } from '../../app/user-name.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { useDraft } from '../../ui/draft.ts';
import { type Named, userOf } from './payer.ts';
import type { Row } from './queries.ts';

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
function known({ purchase, event }: Row, nameOf: ReturnType<typeof useUserName>): CreditDraft {
  const one = purchase ?? event;
  return { user: userOf(one, nameOf) ?? null, sku: one?.productId ?? '' };
}

/** What was chosen for a line, kept until it is sent. */
export function useCreditDraft(name: string, row: Row) {
  const nameOf = useUserName();
  const [kept, setDraft] = useDraft(name, isDraft);
  return {
    ...(kept ?? known(row, nameOf)),
    isKept: kept !== undefined,
    set: (part: Partial<CreditDraft>) => setDraft((before = known(row, nameOf)) => ({ ...before, ...part })),
    clear: () => setDraft(undefined),
  };
}
