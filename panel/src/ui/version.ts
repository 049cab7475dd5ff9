import { useSyncExternalStore } from 'react';

/** Whether the server has another build of the panel by now than the one that is open here. */

let isOutdated = false;
const listeners = new Set<() => void>();

/** The scripts that a page begins with. Some are the same in two builds, so that all of them are compared. */
const scriptsOf = (page: Document): string =>
  [...page.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src')).join(' ');

/** Asks when a part of the page could not be had: the page names other files after every build. */
export async function checkVersion(): Promise<void> {
  if (isOutdated) return;
  try {
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (!answer.ok) return;
    const newest = scriptsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    isOutdated = newest !== '' && newest !== scriptsOf(document);
  } catch {
    // No connection: then it is not the version that is in the way.
  }
  if (isOutdated) for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => isOutdated);
