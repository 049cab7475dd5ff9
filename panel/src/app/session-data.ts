import type { QueryClient } from '@tanstack/react-query';

/** What the sign-in page itself asks for: it is nobody's, and in use by the time that the rest is forgotten. */
export const demoKey = ['demo'] as const;

/** Forgets all that was shown to the one who was signed in. */
export function clearShownData(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== demoKey[0] });
  client.getMutationCache().clear();
}

/** What must stop when the one who is signed in no longer is, whether they left or their session ended. */
type Listener = () => void;
const listeners = new Set<Listener>();

export const onSessionEnd = (listener: Listener): void => void listeners.add(listener);

let session = new AbortController();

/** Aborts when the current session ends: a file that is on its way is not saved for the admin who signs in next. */
export const sessionSignal = (): AbortSignal => session.signal;

export function notifySessionEnd(): void {
  session.abort();
  session = new AbortController();
  for (const listener of listeners) listener();
}
