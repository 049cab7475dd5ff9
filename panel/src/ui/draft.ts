import { useCallback, useState, useSyncExternalStore } from 'react';

/**
 * What is typed and not sent yet, by name: it outlives the form, the screen and a reload of the tab. It belongs to one
 * admin and goes when they sign out, or when another one signs in.
 */

const prefix = 'cliffhanger.draft.';
const timePrefix = 'cliffhanger.draft-time.';
const ownerKey = 'cliffhanger.drafts-of';

/** What was read or written last, so that the same text gives the same object. */
const cache = new Map<string, { readonly text: string; readonly value: unknown }>();
/** What the browser refused to keep, as a full store does: of these only `cache` knows. */
const unstored = new Set<string>();
const listeners = new Map<string, Set<() => void>>();

function textOf(name: string): string | null {
  try {
    if (!unstored.has(name)) return sessionStorage.getItem(prefix + name);
  } catch {
    // As below.
  }
  return cache.get(name)?.text ?? null;
}

function load(name: string): unknown {
  const text = textOf(name);
  if (text === null) return undefined;
  const last = cache.get(name);
  if (last?.text === text) return last.value;
  try {
    const value: unknown = JSON.parse(text);
    cache.set(name, { text, value });
    return value;
  } catch {
    return undefined;
  }
}

/** When each was written last. */
const times = new Map<string, string>();

function timeOf(name: string): string | undefined {
  try {
    return times.get(name) ?? sessionStorage.getItem(timePrefix + name) ?? undefined;
  } catch {
    return times.get(name);
  }
}

function setTime(name: string, time: string | undefined): void {
  if (time === undefined) times.delete(name);
  else times.set(name, time);
  if (time === undefined) sessionStorage.removeItem(timePrefix + name);
  else sessionStorage.setItem(timePrefix + name, time);
}

function save(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  if (value === undefined) cache.delete(name);
  else cache.set(name, { text, value });
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
    setTime(name, value === undefined ? undefined : new Date().toISOString());
    unstored.delete(name);
  } catch {
    // Where the browser keeps nothing, the draft still outlives everything but a reload.
    unstored.add(name);
  }
  for (const listener of listeners.get(name) ?? []) listener();
}

/** A draft as it was when it was sent. */
export interface SentDraft {
  readonly name: string;
  readonly text: string;
}

export function draftAt(name: string): SentDraft | undefined {
  const text = textOf(name);
  return text === null ? undefined : { name, text };
}

/** Clears what was sent, unless something else was typed in its place since. */
export function clearSentDraft({ name, text }: SentDraft): void {
  if (textOf(name) === text) save(name, undefined);
}

/** Puts a draft back as it was, unless something else was typed in its place since. */
export function restoreDraft({ name, text }: SentDraft, since: SentDraft | undefined): void {
  if (textOf(name) === (since?.text ?? null)) save(name, JSON.parse(text));
}

/** Makes another draft of one that is there. */
export function changeDraft(name: string, next: (draft: unknown) => unknown): void {
  const draft = load(name);
  if (draft !== undefined) save(name, next(draft));
}

function storedNames(start: string): string[] {
  try {
    const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '');
    return names.filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}

/** Whether anything is typed that is not sent yet. */
export const hasDrafts = (): boolean =>
  storedNames(prefix).length > 0 || [...cache.keys()].some((name) => textOf(name) !== null);

export function clearDrafts(): void {
  try {
    for (const name of [...storedNames(prefix), ...storedNames(timePrefix)]) sessionStorage.removeItem(name);
  } catch {
    // Where the browser keeps nothing, there is nothing to clear.
  }
  cache.clear();
  times.clear();
  unstored.clear();
  for (const those of listeners.values()) for (const listener of those) listener();
}

let owner: string | null = null;

function ownerOf(): string | null {
  try {
    return owner ?? sessionStorage.getItem(ownerKey);
  } catch {
    return owner;
  }
}

/** Drafts that someone else left in this tab are not shown to whoever signs in next. */
export function claimDrafts(adminId: string): void {
  if (ownerOf() === adminId) return;
  clearDrafts();
  owner = adminId;
  try {
    sessionStorage.removeItem(ownerKey);
    sessionStorage.setItem(ownerKey, adminId);
  } catch {
    // A reload then begins without drafts.
  }
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
export function useDraft<T extends string | object>(
  name: string,
  isValid: (value: unknown) => value is T,
): readonly [T | undefined, SetDraft<T>] {
  const value = useSyncExternalStore(
    useCallback((listener) => subscribeTo(name, listener), [name]),
    () => load(name),
  );
  const valid = (draft: unknown) => (isValid(draft) ? draft : undefined);
  const set: SetDraft<T> = (next) => save(name, typeof next === 'function' ? next(valid(load(name))) : next);
  return [valid(value), set];
}

/** When a draft was written that was there before the form was opened; undefined where it was empty. */
export function useRestoredAt(name: string): string | undefined {
  const find = () => ({ name, at: textOf(name) === null ? undefined : timeOf(name) });
  const [found, setFound] = useState(find);
  if (found.name === name) return found.at;
  const next = find();
  setFound(next);
  return next.at;
}

/** Takes the next value or, for several changes at once, how it is made of the one before. */
type SetDraft<T> = (next: T | undefined | ((before: T | undefined) => T | undefined)) => void;

export const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

export const isText = (value: unknown): value is string => typeof value === 'string';
