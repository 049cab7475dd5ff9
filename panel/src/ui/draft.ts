import { useCallback, useSyncExternalStore } from 'react';

/**
 * What is typed and not sent yet, by name: it outlives the form, the screen and a reload of the tab. It belongs to one
 * admin and goes when they sign out, or when another one signs in.
 */

const prefix = 'cliffhanger.draft.';
const ownerKey = 'cliffhanger.drafts-of';

const kept = new Map<string, unknown>();
const listeners = new Map<string, Set<() => void>>();

function load(name: string): unknown {
  if (kept.has(name)) return kept.get(name);
  try {
    const text = sessionStorage.getItem(prefix + name);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    kept.set(name, value);
    return value;
  } catch {
    return undefined;
  }
}

function save(name: string, value: unknown): void {
  kept.set(name, value);
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Without room in the browser's store, the draft still outlives everything but a reload.
  }
  for (const listener of listeners.get(name) ?? []) listener();
}

export function clearDrafts(): void {
  const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '');
  for (const name of names) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
  const shown = [...kept.keys()];
  kept.clear();
  for (const name of shown) for (const listener of listeners.get(name) ?? []) listener();
}

/** Drafts that someone else left in this tab are not shown to whoever signs in next. */
export function claimDrafts(adminId: string): void {
  if (sessionStorage.getItem(ownerKey) === adminId) return;
  clearDrafts();
  sessionStorage.setItem(ownerKey, adminId);
}

function subscribeTo(name: string, listener: () => void): () => void {
  const those = listeners.get(name) ?? new Set();
  listeners.set(name, those.add(listener));
  return () => void those.delete(listener);
}

/**
 * State that is kept as a draft; undefined where there is none. `isValid` looks at what an earlier page has left: it may
 * have been another version of the panel.
 */
export function useDraft<T>(
  name: string,
  isValid: (value: unknown) => value is T,
): readonly [T | undefined, (next: T | undefined) => void] {
  const value = useSyncExternalStore(
    useCallback((listener) => subscribeTo(name, listener), [name]),
    () => load(name),
  );
  const set = useCallback((next: T | undefined) => save(name, next), [name]);
  return [isValid(value) ? value : undefined, set];
}

export const isText = (value: unknown): value is string => typeof value === 'string';
