import { useSyncExternalStore } from 'react';
import { directionOf, isLanguage, type Language, setLanguage } from '../words/define.ts';

/** What an operator chose for this browser. The server knows nothing of it. */
export interface Preferences {
  language: Language;
  /** The operator's time zone; null is the browser's. */
  zone: string | null;
  /** The market whose local time is shown beside. */
  marketZone: string;
  density: 'roomy' | 'dense';
}

const key = 'cliffhanger.preferences';

const firstLanguage = (): Language => navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';

const isZone = (zone: unknown): zone is string => {
  try {
    return typeof zone === 'string' && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function read(): Preferences {
  const saved = parsed(stored());
  return {
    language: isLanguage(saved.language) ? saved.language : firstLanguage(),
    zone: isZone(saved.zone) ? saved.zone : null,
    marketZone: isZone(saved.marketZone) ? saved.marketZone : 'Asia/Jakarta',
    density: saved.density === 'roomy' ? 'roomy' : 'dense',
  };
}

let current = read();
const listeners = new Set<() => void>();

/** The page turns round when the words are there, not before. */
async function apply(): Promise<void> {
  const { language } = current;
  if (!(await setLanguage(language))) return;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  for (const listener of listeners) listener();
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // It holds for as long as the page is open.
  }
  void apply();
}

// Another tab of the same browser follows at once.
window.addEventListener('storage', (event) => {
  if (event.key !== key) return;
  current = read();
  void apply();
});

/** To be awaited before anything is shown, so that the first words are those of the language. */
export const applyPreferences = (): Promise<void> => apply();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);

let zoneOfBrowser: string | undefined;

/** Found out when it is first asked for: it takes browsers long. */
export function browserZone(): string {
  zoneOfBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zoneOfBrowser;
}
