import { useSyncExternalStore } from 'react';

/**
 * Where the strips of the page stand while a drawer lies above it: in the topmost drawer, within reach of the eyes and of
 * the keyboard.
 */
let slots: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]): void {
  slots = next;
  for (const listener of listeners) listener();
}

/** For `ref`: the place is offered for as long as it is there. */
export function offerStripSlot(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined;
  set([...slots, place]);
  return () => set(slots.filter((one) => one !== place));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The place in the topmost drawer; undefined while none is open. */
export const useStripSlot = (): HTMLElement | undefined => useSyncExternalStore(subscribe, () => slots.at(-1));
