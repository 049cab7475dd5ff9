/** What must stop when the one who is signed in no longer is, whether they left or their session ended. */
type Listener = () => void;
const listeners = new Set<Listener>();

export const onLeave = (listener: Listener): void => void listeners.add(listener);

export function leave(): void {
  for (const listener of listeners) listener();
}
