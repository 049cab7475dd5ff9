import { useSyncExternalStore } from 'react';
import type { DownloadProgress } from '../../api/download.ts';

/** The export that is under way. It goes on while one looks at other screens. */

export interface RunningExport {
  readonly progress: DownloadProgress;
  /** How many rows there will be, where that is known. */
  readonly total: number | undefined;
  readonly cancel: () => void;
}

let running: RunningExport | undefined;
const listeners = new Set<() => void>();

export function setRunningExport(next: RunningExport | undefined): void {
  running = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useRunningExport = (): RunningExport | undefined => useSyncExternalStore(subscribe, () => running);
