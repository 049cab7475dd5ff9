import { useSyncExternalStore } from 'react';
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

export const startTour = (): void => show({ step: 0, isAsked: true });

export const goToStep = (step: number): void => show({ step, isAsked: true });

export function endTour(admin: Tourist): void {
  show(null);
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
