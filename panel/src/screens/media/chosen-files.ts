import { useSyncExternalStore } from 'react';
import { onShownAdmin } from '../../ui/signed-in.ts';
import type { Draft } from './drafts.tsx';

/** Files that were chosen and not sent yet: they are still there after a look at another screen. */
let chosen: readonly Draft[] = [];
const listeners = new Set<() => void>();

export function setChosenFiles(files: readonly Draft[]): void {
  chosen = files;
  for (const listener of listeners) listener();
}

// Whoever signs in has chosen none.
onShownAdmin(() => setChosenFiles([]));

export const useChosenFiles = (): readonly Draft[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
