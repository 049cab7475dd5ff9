import { useSyncExternalStore } from 'react';
import { markFocus } from '../../ui/focus.ts';
import { onShownAdmin, shownAdmin } from '../../ui/signed-in.ts';

/** The tour that is being shown, and who has seen theirs. This browser remembers it; the server knows nothing of it. */

const key = 'cliffhanger.tours-seen';
/** In a browser that many sign in with, the last ones are enough. */
const mostKept = 20;

export interface Tourist {
  readonly id: string;
  readonly role: string;
}

interface ShownTour {
  readonly step: number;
  /** It was asked for, so that it takes the focus; one that comes by itself does not. */
  readonly isAsked: boolean;
}

let current: ShownTour | null = null;
/** Gives the focus back to what the tour was asked for with. */
let focusOpener: (() => void) | null = null;
const listeners = new Set<() => void>();

function show(next: ShownTour | null): void {
  current = next;
  for (const listener of listeners) listener();
}

// Whoever comes next has a tour of their own.
onShownAdmin(() => shownAdmin() === null && current && show(null));

/** Who is given another role sees the tour of that. */
const nameOf = ({ id, role }: Tourist): string => `${id} ${role}`;

function seen(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** To who signs in and has not seen theirs yet. */
export function offerTour(admin: Tourist): void {
  if (!seen().includes(nameOf(admin))) show({ step: 0, isAsked: false });
}

/** A menu that closes gives the focus back to its button a moment later, from whatever has it by then. */
const menuClosedMs = 30;

/** Shows it to who asks for it, once the menu is gone that it was asked for in. */
export function startTour(): void {
  focusOpener = markFocus();
  window.setTimeout(() => show({ step: 0, isAsked: true }), menuClosedMs);
}

export const goToStep = (step: number): void => show({ step, isAsked: true });

/** Takes it away, and the focus back to where it came from. */
export function closeTour(): void {
  focusOpener?.();
  focusOpener = null;
  show(null);
}

export function endTour(admin: Tourist): void {
  closeTour();
  const name = nameOf(admin);
  try {
    localStorage.setItem(key, JSON.stringify([...seen().filter((one) => one !== name), name].slice(-mostKept)));
  } catch {
    // Then it is offered again at the next sign-in.
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useTour = (): ShownTour | null => useSyncExternalStore(subscribe, () => current);
