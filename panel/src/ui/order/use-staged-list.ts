import { useEffect } from 'react';
import { fieldsOf } from '../diff.tsx';
import { useDraft } from '../draft.ts';
import { rebaseOrder } from './order.ts';

export interface StagedListOptions<Entry> {
  /** The name of the draft that holds what is not saved yet. */
  readonly draft: string;
  readonly keyOf: (entry: Entry) => string;
  /** What of an entry can be changed, as a text: lists with the same texts are the same. */
  readonly textOf: (entry: Entry) => string;
  readonly isEntry: (value: unknown) => value is Entry;
  /** My entry on top of what the server has of it now; `base` is what it was when I began. */
  readonly merge: (mine: Entry, theirs: Entry, base: Entry | undefined) => Entry;
}

interface Draft<Entry> {
  readonly base: readonly Entry[];
  readonly wanted: readonly Entry[];
}

export interface StagedList<Entry> {
  /** As it is to be. */
  readonly entries: readonly Entry[];
  /** As it was when the first change was made. */
  readonly base: readonly Entry[];
  readonly isChanged: boolean;
  /** What someone else has made of it meanwhile. */
  readonly theirs: readonly Entry[] | null;
  readonly set: (entries: readonly Entry[]) => void;
  readonly discard: () => void;
  /** Goes on with my changes on top of theirs. */
  readonly rebase: () => void;
  readonly draft: string;
}

const isDraftOf =
  <Entry>(isEntry: (value: unknown) => value is Entry) =>
  (value: unknown): value is Draft<Entry> => {
    const { base, wanted } = fieldsOf(value);
    return [base, wanted].every((list) => Array.isArray(list) && list.every(isEntry));
  };

/** A list that is changed here and saved as a whole: until then it is a draft, which outlives the page. */
export function useStagedList<Entry>(
  saved: readonly Entry[],
  { draft: name, keyOf, textOf, isEntry, merge }: StagedListOptions<Entry>,
): StagedList<Entry> {
  const [draft, setDraft] = useDraft(name, isDraftOf(isEntry));
  const same = (one: readonly Entry[], other: readonly Entry[]) =>
    one.map(textOf).join('\n') === other.map(textOf).join('\n');
  const merged = ({ base, wanted }: Draft<Entry>, keys: readonly string[]): Entry[] => {
    const byKey = (list: readonly Entry[]) => new Map(list.map((entry) => [keyOf(entry), entry]));
    const [mine, theirs, before] = [byKey(wanted), byKey(saved), byKey(base)];
    return keys.flatMap((key) => {
      const [own, other] = [mine.get(key), theirs.get(key)];
      return own && other ? merge(own, other, before.get(key)) : (own ?? other ?? []);
    });
  };
  const isSaved = draft !== undefined && same(draft.wanted, saved);
  const isStale = draft !== undefined && !isSaved && !same(draft.base, saved);
  useEffect(() => {
    if (isSaved) setDraft(undefined);
  });
  // Names and pictures are those of now, unless someone else has changed the list itself.
  const wanted = draft && !isStale ? merged(draft, draft.wanted.map(keyOf)) : draft?.wanted;
  return {
    entries: wanted ?? saved,
    base: draft?.base ?? saved,
    isChanged: draft !== undefined && !isSaved,
    theirs: isStale ? saved : null,
    set: (entries) => {
      const base = draft?.base ?? saved;
      setDraft(same(base, entries) ? undefined : { base, wanted: entries });
    },
    discard: () => setDraft(undefined),
    rebase: () => {
      if (!draft) return;
      const keys = rebaseOrder(draft.base.map(keyOf), draft.wanted.map(keyOf), saved.map(keyOf));
      const next = merged(draft, keys);
      setDraft(same(saved, next) ? undefined : { base: saved, wanted: next });
    },
    draft: name,
  };
}
