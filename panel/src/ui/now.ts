import { useSyncExternalStore } from 'react';

/** One clock for everything that counts or ages; it runs while something listens. */
const listeners = new Set<() => void>();
let clock: number | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  clock ??= window.setInterval(() => {
    for (const notify of listeners) notify();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(clock);
    clock = undefined;
  };
}

/** The time now, in steps of `stepMs`: the component is rendered again at each step. */
export const useNow = (stepMs: number): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / stepMs) * stepMs);
