import { useState } from 'react';
import { fieldsOf } from './diff.tsx';
import { useDraft, useRestoredAt } from './draft.ts';

type Fields = Readonly<Record<string, string | boolean>>;

/** Whether a draft has these very fields: an earlier version of the panel may have had others. */
const hasFieldsOf =
  <T extends Fields>(blank: T) =>
  (value: unknown): value is T => {
    const fields = fieldsOf(value);
    return Object.entries(blank).every(([name, one]) => typeof fields[name] === typeof one);
  };

/** The few choices of a small form, kept as a draft until they are sent. They begin as `blank` says when it is opened. */
export function useDraftFields<T extends Fields>(name: string, blank: () => T) {
  const [first] = useState(blank);
  const [kept, setKept] = useDraft(name, hasFieldsOf(first));
  const restoredAt = useRestoredAt(name);
  const clear = () => setKept(undefined);
  return {
    values: kept ?? first,
    set: (part: Partial<T>) => setKept((before = first) => ({ ...before, ...part })),
    clear,
    /** For `RestoredDraft`. */
    restored: { at: kept && restoredAt, draft: name, onDiscard: clear },
  };
}
