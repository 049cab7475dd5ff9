import { useSyncExternalStore } from 'react';

/**
 * The admin whom this page shows, and the one who is signed in in this browser. They differ when someone else has signed
 * in in another tab: from then on this page sends nothing.
 */

const key = 'cliffhanger.signed-in';

let shown: string | null = null;
let isReplaced = false;

type Listener = () => void;
const replacedListeners = new Set<Listener>();
const shownListeners = new Set<Listener>();

function inBrowser(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return shown;
  }
}

function keepInBrowser(adminId: string | null): void {
  try {
    if (adminId === null) localStorage.removeItem(key);
    else if (localStorage.getItem(key) !== adminId) localStorage.setItem(key, adminId);
  } catch {
    // Where the browser keeps nothing, the tabs do not know of each other.
  }
}

function replace(): void {
  isReplaced = true;
  for (const listener of replacedListeners) listener();
}

function setShown(adminId: string | null): void {
  if (shown === adminId) return;
  shown = adminId;
  for (const listener of shownListeners) listener();
}

export const shownAdmin = (): string | null => shown;

/** Is called whenever the page begins to show another admin, or nobody. */
export const onShownAdmin = (listener: Listener): void => void shownListeners.add(listener);

/** The page shows whom the server names. Someone else than before has signed in elsewhere. */
export function showAdmin(adminId: string): void {
  if (shown !== null && shown !== adminId) {
    replace();
    return;
  }
  if (shown === null) announceSignIn(adminId);
}

/** The page shows nobody any more; the other tabs find out by themselves. */
export const showNobody = (): void => setShown(null);

/** Someone signed in on this page; the other tabs are told by the store. */
export function announceSignIn(adminId: string): void {
  setShown(adminId);
  keepInBrowser(adminId);
}

/** The one whom this page shows has signed out. Whoever signed in elsewhere since then stays. */
export function announceSignOut(): void {
  if (inBrowser() === shown) keepInBrowser(null);
  setShown(null);
}

/** Whether someone else is signed in than this page shows; if so, the page is replaced. */
export function isSomeoneElse(): boolean {
  const current = inBrowser();
  if (shown === null || current === null || current === shown) return false;
  replace();
  return true;
}

/** Listens to the sign-ins and sign-outs of other tabs. */
export function watchOtherTabs(onSignOut: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key || isSomeoneElse()) return;
    if (shown !== null && inBrowser() === null) onSignOut();
  };
  // A page that the browser had put aside has heard nothing meanwhile.
  const onReturn = () => void isSomeoneElse();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onReturn);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onReturn);
  };
}

/** As a page that was just loaded. */
export function resetSignedIn(): void {
  isReplaced = false;
  setShown(null);
}

/** Whether someone else has signed in since this page was loaded. */
export const useIsReplaced = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      replacedListeners.add(listener);
      return () => replacedListeners.delete(listener);
    },
    () => isReplaced,
  );
