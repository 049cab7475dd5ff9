import { useSyncExternalStore } from 'react';
import { onShownAdmin, shownAdmin } from '../../ui/signed-in.ts';
import type { Draft } from './drafts.tsx';

/** Files that were chosen and not sent yet: they are still there after a look at another screen. */
let chosen: readonly Draft[] = [];
const listeners = new Set<() => void>();

export function setChosenFiles(files: readonly Draft[]): void {
  chosen = files;
  for (const listener of listeners) listener();
}

let owner = shownAdmin();

// Someone else has chosen none; who signs in again after their session was over finds theirs.
onShownAdmin(() => {
  const admin = shownAdmin();
  if (admin === null || admin === owner) return;
  owner = admin;
  setChosenFiles([]);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useChosenFiles = (): readonly Draft[] => useSyncExternalStore(subscribe, () => chosen);
