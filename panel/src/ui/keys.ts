import { createContext, useContext, useEffect, useRef } from 'react';

/**
 * Keys and what they do: `{ 'mod+k': open, '?': help, 'g a': goToAdmins, ArrowDown: next }`. There is one registry with
 * one listener. Whoever lies on top has the keys: a drawer has them before its page, a dialog before both.
 * Letters and digits are known by their place on the keyboard too, so that they work while an Arabic layout is on.
 */
export type Bindings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** A drawer leaves the keys of the whole panel to the panel; a dialog keeps them all to itself. */
export type LayerKind = 'page' | 'drawer' | 'dialog';

export interface Layer {
  readonly kind: LayerKind;
}

const page: Layer = { kind: 'page' };

/** What lies upon what, the topmost last. */
const layers: Layer[] = [page];

export const LayerContext = createContext<Layer>(page);

/** Puts a layer on top for as long as it is shown. */
export function showLayer(layer: Layer): () => void {
  layers.push(layer);
  return () => {
    const at = layers.lastIndexOf(layer);
    if (at >= 0) layers.splice(at, 1);
  };
}

interface Where {
  /** Also while one types in a field. */
  inFields?: boolean;
  /**
   * `layer`: while the layer it belongs to is on top. `panel`: on every page and in every drawer. `everywhere`: in
   * dialogs too.
   */
  reach?: 'layer' | 'panel' | 'everywhere';
  enabled?: boolean;
}

interface Registered {
  readonly layer: Layer;
  readonly inFields: boolean;
  readonly reach: NonNullable<Where['reach']>;
  readonly bindings: () => Bindings;
}

const registry = new Set<Registered>();

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Menus and lists of choices have letters of their own. */
const isInChoices = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null;

function isReached({ layer, reach }: Registered): boolean {
  const top = layers.at(-1) ?? page;
  if (reach === 'everywhere') return true;
  return reach === 'panel' ? top.kind !== 'dialog' : layer === top;
}

function strokesOf(event: KeyboardEvent): string[] {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : '';
  const printed = /^(?:Key|Digit)(\w)$/.exec(event.code)?.[1]?.toLowerCase();
  const names = [event.key.length === 1 ? event.key.toLowerCase() : event.key, ...(printed ? [printed] : [])];
  return names.map((name) => mod + name);
}

/** How long the first key of a pair such as `g a` waits for the second. */
const pairMs = 1000;
let first: { readonly strokes: readonly string[]; readonly at: number } | undefined;

/** What a key is bound to now, the topmost first. */
function bindingsFor(target: EventTarget | null): Bindings[] {
  const isHeard = ({ inFields, reach }: Registered) =>
    isInChoices(target) ? reach === 'everywhere' : inFields || !isField(target);
  return [...registry]
    .filter((one) => isReached(one) && isHeard(one))
    .toReversed()
    .map((one) => one.bindings());
}

const isIgnored = ({ defaultPrevented, altKey, key }: KeyboardEvent): boolean =>
  defaultPrevented || altKey || ['Shift', 'Control', 'Alt', 'Meta'].includes(key);

function onKey(event: KeyboardEvent): void {
  if (isIgnored(event)) return;
  const active = bindingsFor(event.target);
  const strokes = strokesOf(event);
  const before = first && Date.now() - first.at < pairMs ? first.strokes : [];
  first = undefined;
  // After the first key of a pair, the second is never taken for a key of its own.
  const wanted = before.length > 0 ? before.flatMap((one) => strokes.map((next) => `${one} ${next}`)) : strokes;
  const found = active.flatMap((bindings) => wanted.flatMap((name) => bindings[name] ?? []))[0];
  if (found) {
    event.preventDefault();
    found(event);
    return;
  }
  const begins = (name: string) => strokes.some((stroke) => name.startsWith(`${stroke} `));
  const isFirst = active.some((bindings) => Object.keys(bindings).some(begins));
  if (before.length === 0 && isFirst) first = { strokes, at: Date.now() };
}

function register(one: Registered): () => void {
  if (registry.size === 0) window.addEventListener('keydown', onKey);
  registry.add(one);
  return () => {
    registry.delete(one);
    if (registry.size === 0) window.removeEventListener('keydown', onKey);
  };
}

export function useKeys(bindings: Bindings, { inFields = false, reach = 'layer', enabled = true }: Where = {}): void {
  const layer = useContext(LayerContext);
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    if (!enabled) return undefined;
    return register({ layer, inFields, reach, bindings: () => latest.current });
  }, [layer, inFields, reach, enabled]);
}

/** How this keyboard calls the key that goes with K. */
export const modKey = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl');
