import { createContext, useContext, useEffect } from 'react';

/** The parts of a series page that can hold typed work; each is a tab. */
export type WorkPart = 'details' | 'episodes';

export interface UnsavedPart {
  /** Saves what is typed, and answers whether it is saved. */
  readonly save: () => Promise<boolean>;
  /** Focuses the first field with an error, and returns whether there is one. */
  readonly focusError: () => boolean;
}

/** What is typed on a page and not saved yet, by part: a move of the whole saves it first. */
export const UnsavedWork = createContext<Map<WorkPart, UnsavedPart>>(new Map());

/** Lets a move save this part first; null while there is nothing to save. */
export function useSavedFirst(name: WorkPart, part: UnsavedPart | null): void {
  const parts = useContext(UnsavedWork);
  useEffect(() => {
    if (part) parts.set(name, part);
    return () => void parts.delete(name);
  });
}

interface SaveFirst {
  /** Brings the part to the screen that could not be saved. */
  readonly open: (name: WorkPart) => Promise<void>;
  /** Says that fields of that part have errors. */
  readonly onInvalid: () => void;
}

/**
 * Saves all that is typed, and answers whether there was something. Where a part could not be saved, it answers `failed`
 * and shows what is wrong there.
 */
export function useSaveFirst({ open, onInvalid }: SaveFirst): () => Promise<'nothing' | 'saved' | 'failed'> {
  const parts = useContext(UnsavedWork);
  return async () => {
    const waiting = [...parts];
    for (const [name, { save }] of waiting) {
      if (await save()) continue;
      await open(name);
      // By now the part has rendered its errors, and says what to focus.
      if (parts.get(name)?.focusError()) onInvalid();
      return 'failed';
    }
    return waiting.length > 0 ? 'saved' : 'nothing';
  };
}
