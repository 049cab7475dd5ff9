import { useSyncExternalStore } from 'react';
import type { DownloadProgress } from '../../api/download.ts';
import { onSessionEnd } from '../../app/session-data.ts';

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

/** The file is for the admin who asked for it, and not for the one who signs in next. */
onSessionEnd(() => running?.cancel());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useRunningExport = (): RunningExport | undefined => useSyncExternalStore(subscribe, () => running);
