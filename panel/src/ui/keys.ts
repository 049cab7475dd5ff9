import { createContext, useContext, useEffect, useRef } from 'react';

/**
 * Keys and what they do: `{ 'mod+k': open, '?': help, 'g a': goToAdmins, ArrowDown: next }`. There is one registry with
 * one listener. The topmost layer receives the keys: a drawer before its page, a dialog before both. A key is known by
 * the character it types. Only where that is not a Latin one, as on an Arabic layout, the place of the key counts.
 */
export type Bindings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** A drawer leaves the keys of the whole panel to the panel; a dialog keeps them all to itself. */
export type LayerKind = 'page' | 'drawer' | 'dialog';

export interface Layer {
  readonly kind: LayerKind;
}

const page: Layer = { kind: 'page' };

/** The layers that are shown, the topmost last. */
const layers: Layer[] = [page];

export const LayerContext = createContext<Layer>(page);

/** How long bare keys are ignored after the last character typed into a dialog that has closed, ignored ones included. */
const quietMs = 500;
let quietUntil = 0;
/** When the last key was pressed, if it was a character. */
let typedAt = 0;

const isCharacter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key.length === 1 && !ctrlKey && !metaKey;

/** Puts a layer on top for as long as it is shown. */
export function showLayer(layer: Layer): () => void {
  layers.push(layer);
  return () => {
    const at = layers.lastIndexOf(layer);
    if (at >= 0) layers.splice(at, 1);
    if (layer.kind === 'dialog') quietUntil = typedAt + quietMs;
  };
}

/**
 * A dialog may close while an operator is still typing into it. The rest of that text must not act on the page below,
 * where single letters approve and reject.
 */
function isRestOfTyping(event: KeyboardEvent): boolean {
  const isIgnored = isCharacter(event) && Date.now() < quietUntil;
  if (isIgnored) quietUntil = Date.now() + quietMs;
  return isIgnored;
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

const buttonTypes = ['button', 'checkbox', 'file', 'image', 'reset', 'submit'];

/** Whether a key belongs to the field that has the focus. Letters do nothing in a radio button, but arrows do. */
function isForField(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement) {
    return target.type === 'radio' ? key.startsWith('Arrow') : !buttonTypes.includes(target.type);
  }
  return target instanceof HTMLElement && (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName));
}

/** Menus and lists of choices have letters of their own. */
const isInChoices = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null;

function isReached({ layer, reach }: Registered): boolean {
  const top = layers.at(-1) ?? page;
  if (reach === 'everywhere') return true;
  return reach === 'panel' ? top.kind !== 'dialog' : layer === top;
}

/** Characters of ASCII and of Latin script: with them the layout itself says which key was meant. */
const isLatin = (key: string): boolean => /^[\p{ASCII}\p{Script=Latin}]$/u.test(key);

function nameOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const place = isLatin(key) ? undefined : /^(?:Key|Digit)(\w)$/.exec(code)?.[1];
  return (place ?? key).toLowerCase();
}

/** Shift is part of the name, unless it is needed to type the character, as for `?`, or for digits in France. */
function strokeOf(event: KeyboardEvent): string {
  const name = nameOf(event);
  const isTypedWithShift = name.length === 1 && !/[a-z]/.test(name);
  const shift = event.shiftKey && !isTypedWithShift ? 'shift+' : '';
  return (event.metaKey || event.ctrlKey ? 'mod+' : '') + shift + name;
}

/** How long the first key of a pair such as `g a` waits for the second. */
const pairMs = 1000;
let first: { readonly stroke: string; readonly at: number } | undefined;

/** What a key is bound to now, the topmost first. */
function bindingsFor({ target, key }: KeyboardEvent): Bindings[] {
  const isHeard = ({ inFields, reach }: Registered) =>
    isInChoices(target) ? reach === 'everywhere' : inFields || !isForField(target, key);
  return [...registry]
    .filter((one) => isReached(one) && isHeard(one))
    .toReversed()
    .map((one) => one.bindings());
}

/** Whether a field had its list of choices open when the key went down: Escape closes that list and nothing else. */
let isListOpen = false;

function beforeKey(event: KeyboardEvent): void {
  const { target } = event;
  if (!modifiers.includes(event.key)) typedAt = isCharacter(event) ? Date.now() : 0;
  // Mantine marks such a field for its own dialogs, whose Escape key the panel has taken over.
  isListOpen = target instanceof Element && target.hasAttribute('data-mantine-stop-propagation');
}

const modifiers = ['Shift', 'Control', 'Alt', 'Meta'];

const isIgnored = ({ defaultPrevented, altKey, isComposing, key }: KeyboardEvent): boolean =>
  defaultPrevented || altKey || isComposing || (key === 'Escape' && isListOpen) || modifiers.includes(key);

function onKey(event: KeyboardEvent): void {
  if (isIgnored(event)) return;
  const active = bindingsFor(event);
  if (active.length === 0 || isRestOfTyping(event)) return;
  const stroke = strokeOf(event);
  const before = first && Date.now() - first.at < pairMs ? first.stroke : undefined;
  first = undefined;
  // After the first key of a pair, the second is never taken for a key of its own.
  const wanted = before === undefined ? stroke : `${before} ${stroke}`;
  const found = active.flatMap((bindings) => bindings[wanted] ?? [])[0];
  if (found) {
    event.preventDefault();
    found(event);
    return;
  }
  const isFirst = active.some((bindings) => Object.keys(bindings).some((name) => name.startsWith(`${stroke} `)));
  if (before === undefined && isFirst) first = { stroke, at: Date.now() };
}

function register(one: Registered): () => void {
  if (registry.size === 0) {
    window.addEventListener('keydown', beforeKey, { capture: true });
    window.addEventListener('keydown', onKey);
  }
  registry.add(one);
  return () => {
    registry.delete(one);
    if (registry.size > 0) return;
    window.removeEventListener('keydown', beforeKey, { capture: true });
    window.removeEventListener('keydown', onKey);
    quietUntil = 0;
    typedAt = 0;
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
