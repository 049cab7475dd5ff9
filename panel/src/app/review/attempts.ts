import { useSyncExternalStore } from 'react';
import { type Change, newKey, submit, takesKey } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { asApiError, isOutcomeUnknown, isRefusedBeforeLookup } from '../../api/errors.ts';
import { clearSentDraft, type SentDraft } from '../../ui/draft.ts';
import { languageNow } from '../../words/define.ts';

/**
 * A change that was sent, with the key it was sent with. It is written down before it goes out and crossed out when its
 * outcome is known, so that whoever tries again sends the very same change with the very same key, also after the dialog
 * was closed, the page was reloaded or another tab was opened: the server then does it once.
 */
export interface Attempt {
  /** The Idempotency-Key. */
  readonly key: string;
  /** Who changes what: the admin, the method and the address. */
  readonly scope: string;
  /** As it was said when it was made; see `useAttemptTitle`. */
  readonly title: string;
  /** The language of the title, and the name of what it is about. */
  readonly language?: string | undefined;
  readonly about?: string | undefined;
  /** The reason that was typed; it is part of the change too. */
  readonly reason: string;
  readonly change: Change;
  /** When it was sent first. */
  readonly at: string;
  /** What was typed for it: it is cleared with the attempt, wherever its outcome becomes known. */
  readonly draft?: SentDraft | undefined;
  /** Whether another sending, perhaps of another tab, took its key over. */
  readonly isReused?: boolean | undefined;
}

/** An attempt before it has its key. */
export type NewAttempt = Omit<Attempt, 'key' | 'at' | 'language' | 'isReused'>;

const storagePrefix = 'cliffhanger.attempt.';
/** The server knows a key for a day; after that the same key would do it again. */
const knownMs = 23 * 60 * 60 * 1000;

export const scopeOf = (adminId: string, { method, url }: Change, item = ''): string =>
  [adminId, method, url, item].join(' ').trim();

const isText = (value: unknown): value is string => typeof value === 'string';

const hasTexts = (value: object, names: readonly string[]): boolean =>
  names.every((name) => isText(Object.entries(value).find(([n]) => n === name)?.[1]));

const isSentDraft = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && hasTexts(value, ['name', 'text']);

const isAttempt = (value: unknown): value is Attempt =>
  typeof value === 'object' &&
  value !== null &&
  hasTexts(value, ['key', 'scope', 'title', 'reason', 'at']) &&
  'change' in value &&
  typeof value.change === 'object' &&
  (!('draft' in value) || isSentDraft(value.draft));

const isYoung = ({ at }: Attempt): boolean => Date.now() - new Date(at).getTime() < knownMs;

/** Attempts that the browser refused to store; they last as long as the page. */
const unstored = new Map<string, Attempt>();

/** Versions before this one kept all attempts in one entry, where one tab could overwrite what another had written. */
const oldStorageKey = 'cliffhanger.attempts';

/** The value of an entry; null where there is none, or where it cannot be read. */
function readEntry(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function moveOldAttempts(): void {
  if (localStorage.getItem(oldStorageKey) === null) return;
  const stored = readEntry(oldStorageKey);
  const attempts = Array.isArray(stored) ? stored.filter(isAttempt) : [];
  for (const attempt of attempts) localStorage.setItem(storagePrefix + attempt.key, JSON.stringify(attempt));
  localStorage.removeItem(oldStorageKey);
}

function readStored(): Attempt[] {
  try {
    moveOldAttempts();
    const names = Object.keys(localStorage).filter((name) => name.startsWith(storagePrefix));
    return names.map(readEntry).filter(isAttempt);
  } catch {
    return [];
  }
}

/** The oldest first. */
const readAll = (): readonly Attempt[] =>
  [...readStored().filter(({ key }) => !unstored.has(key)), ...unstored.values()]
    .filter(isYoung)
    .sort((one, other) => one.at.localeCompare(other.at));

const sending = new Set<string>();
const listeners = new Set<() => void>();
let shown: { readonly text: string; readonly attempts: readonly Attempt[] } = { text: '[]', attempts: [] };

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Each attempt has an entry of its own, so that tabs which write at the same time lose nothing of each other. */
function write(attempt: Attempt): void {
  for (const expired of readStored().filter((one) => !isYoung(one))) forgetAttempt(expired);
  try {
    localStorage.setItem(storagePrefix + attempt.key, JSON.stringify(attempt));
    unstored.delete(attempt.key);
  } catch {
    unstored.set(attempt.key, attempt);
  }
  notifyListeners();
}

/** The attempt of this scope whose outcome is not known. */
export const attemptAt = (scope: string): Attempt | undefined => readAll().find((one) => one.scope === scope);

export function forgetAttempt({ key }: Pick<Attempt, 'key'>): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(storagePrefix + key);
  } catch {
    // What was never stored need not be removed.
  }
  notifyListeners();
}

/** Drops an attempt and its key, with what was typed for it. */
export function dropAttempt(attempt: Attempt): void {
  forgetAttempt(attempt);
  if (attempt.draft) clearSentDraft(attempt.draft);
}

export const isSameChange = (one: Change, other: Change): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What was sent in this scope without an answer, also by another tab, and is not what would be sent now. */
export function otherAttemptAt(scope: string, change: Change): Attempt | undefined {
  const attempt = attemptAt(scope);
  return attempt && !isSameChange(attempt.change, change) ? attempt : undefined;
}

/**
 * Writes down what is about to be sent; what was sent already and is the same keeps its key. Only where the server knows
 * keys does it help to know it later.
 */
export function beginAttempt(begun: NewAttempt): Attempt {
  const earlier = attemptAt(begun.scope);
  if (earlier && isSameChange(earlier.change, begun.change)) {
    const reused = { ...earlier, isReused: true };
    write(reused);
    return reused;
  }
  const attempt = { ...begun, language: languageNow(), key: newKey(), at: new Date().toISOString() };
  if (takesKey(begun.change)) {
    for (const replaced of readAll().filter(({ scope }) => scope === begun.scope)) forgetAttempt(replaced);
    write(attempt);
  }
  return attempt;
}

/** Whether another sending of an attempt may have been done, whatever becomes of this one. */
const isSentElsewhere = ({ key }: Attempt): boolean =>
  readAll().some((stored) => stored.key === key && stored.isReused === true);

/** Sends an attempt, for the first time or again after its outcome was not known. */
export async function sendAttempt(attempt: Attempt, isAgain: boolean): Promise<Tagged<unknown>> {
  sending.add(attempt.key);
  try {
    const reply = await submit(attempt.change, attempt.key);
    dropAttempt(attempt);
    return reply;
  } catch (error) {
    const known = asApiError(error);
    const mayBeDone = isRefusedBeforeLookup(known) && (isAgain || isSentElsewhere(attempt));
    if (!isOutcomeUnknown(known) && !mayBeDone) forgetAttempt(attempt);
    throw error;
  } finally {
    sending.delete(attempt.key);
    notifyListeners();
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith(storagePrefix)) && listener();
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The same list while nothing has changed. */
function snapshot(): readonly Attempt[] {
  const waiting = readAll().filter(({ key }) => !sending.has(key));
  const text = JSON.stringify(waiting);
  if (shown.text !== text) shown = { text, attempts: waiting };
  return shown.attempts;
}

/** What an admin has sent whose outcome is not known, but for what is on its way just now. */
export function useUnknownAttempts(adminId: string): readonly Attempt[] {
  const attempts = useSyncExternalStore(subscribe, snapshot);
  return attempts.filter(({ scope }) => scope.startsWith(`${adminId} `));
}
