import { useEffect, useRef } from 'react';

/**
 * Keys and what they do: `{ 'mod+k': open, '?': help, 'g a': goToAdmins, ArrowDown: next }`.
 * Letters are known by their place on the keyboard too, so that they work while an Arabic layout is on.
 */
export type Bindings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

interface Where {
  /** Also while one types in a field. */
  inFields?: boolean;
  /** Also while a dialog is open. */
  inDialogs?: boolean;
  enabled?: boolean;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

function strokesOf(event: KeyboardEvent): string[] {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : '';
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const names = [event.key.length === 1 ? event.key.toLowerCase() : event.key, ...(letter ? [letter] : [])];
  return names.map((name) => mod + name);
}

/** How long the first key of a pair such as `g a` waits for the second. */
const pairMs = 1000;

export function useKeys(bindings: Bindings, { inFields = false, inDialogs = false, enabled = true }: Where = {}): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    if (!enabled) return undefined;
    let first: { strokes: string[]; at: number } | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if ((!inFields && isField(event.target)) || (!inDialogs && isInDialog(event.target))) return;
      const strokes = strokesOf(event);
      const pairs = first && Date.now() - first.at < pairMs ? first.strokes : [];
      const wanted = [...pairs.flatMap((before) => strokes.map((stroke) => `${before} ${stroke}`)), ...strokes];
      const found = wanted.find((name) => latest.current[name]);
      first = found ? undefined : { strokes, at: Date.now() };
      if (!found) return;
      event.preventDefault();
      latest.current[found]?.(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [inFields, inDialogs, enabled]);
}

/** How this keyboard calls the key that goes with K. */
export const modKey = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl');
