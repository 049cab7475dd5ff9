import { createContext, useContext, useEffect } from 'react';

/** Saves what is typed, and answers whether it is saved. */
export type Save = () => Promise<boolean>;

/** What is typed on a page and not saved yet, by part: a move of the whole saves it first. */
export const UnsavedWork = createContext<Map<string, Save>>(new Map());

/** Lets a move save this part first; null while there is nothing to save. */
export function useSavedFirst(part: string, save: Save | null): void {
  const parts = useContext(UnsavedWork);
  useEffect(() => {
    if (save) parts.set(part, save);
    return () => void parts.delete(part);
  });
}

/** Saves all that is typed, and answers whether there was something; it is `failed` where it could not be saved. */
export function useSaveFirst(): () => Promise<'nothing' | 'saved' | 'failed'> {
  const parts = useContext(UnsavedWork);
  return async () => {
    const saves = [...parts.values()];
    for (const save of saves) if (!(await save())) return 'failed';
    return saves.length > 0 ? 'saved' : 'nothing';
  };
}
