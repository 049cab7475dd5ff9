import { type RefObject, useEffect, useRef } from 'react';

/** Parts of the page that take the focus when what had it in them is gone. */
const keepers = new WeakMap<Element, () => void>();

const isNowhere = (): boolean => document.activeElement === document.body;

function keepFocus(part: HTMLElement, take: () => void): () => void {
  let held: Element | null = null;
  const onFocusIn = ({ target }: FocusEvent) => {
    held = target instanceof Element ? target : null;
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !part.contains(relatedTarget)) held = null;
  };
  // Who clicks elsewhere has left, although nothing else may take the focus.
  const onPress = () => {
    held = null;
  };
  const observer = new MutationObserver(() => {
    if (held?.isConnected === false && isNowhere()) take();
  });
  part.addEventListener('focusin', onFocusIn);
  part.addEventListener('focusout', onFocusOut);
  document.addEventListener('pointerdown', onPress, true);
  observer.observe(part, { childList: true, subtree: true });
  keepers.set(part, take);
  return () => {
    part.removeEventListener('focusin', onFocusIn);
    part.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('pointerdown', onPress, true);
    observer.disconnect();
    keepers.delete(part);
  };
}

/** For a part of the page whose buttons go away when they have done their work: the focus does not go with them. */
export function useKeepFocus<Part extends HTMLElement>(take: () => void): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => (part.current ? keepFocus(part.current, () => latest.current()) : undefined), []);
  return part;
}

/** Focuses the first field of a form that is not in order, once that is shown. */
export function focusFault(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** What has the focus; of a menu, which closes, the button that has opened it. */
function openerNow(): Element | null {
  const active = document.activeElement;
  const opener = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (opener && document.getElementById(opener)) || active;
}

/** Where the focus was when a drawer opened. */
const openers = new WeakMap<Element, () => void>();

export function rememberOpener(drawer: Element | null, focusOpener: () => void): void {
  if (drawer) openers.set(drawer, focusOpener);
}

/**
 * Remembers where the focus is. The answer puts it back there, or on the part of the page where that was; where it was in
 * a drawer that is gone by then, to where that drawer would have given it back.
 */
export function markFocus(): () => void {
  const opener = openerNow();
  const drawer = opener?.closest('[data-drawer]');
  const focusBefore = drawer ? openers.get(drawer) : undefined;
  const around: Element[] = [];
  for (let part = opener; part; part = part.parentElement) around.push(part);
  return () => {
    const before = document.activeElement;
    if (opener instanceof HTMLElement) opener.focus();
    if (document.activeElement === opener) return;
    for (const part of around) {
      if (part.isConnected) keepers.get(part)?.();
      if (document.activeElement !== before) return;
    }
    if (drawer?.isConnected === false) focusBefore?.();
  };
}
