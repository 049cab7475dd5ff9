/**
 * What is typed after the palette was asked for and before its field is there. Nothing of it may reach the page below,
 * where letters do things, and nothing may be lost.
 */

/** So long a field that never comes may keep the keys. */
const longestMs = 5_000;

let text = '';
let release: (() => void) | undefined;

/** Keeps the keys from the page until they are taken. */
export function holdKeys(): void {
  release?.();
  text = '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      takeHeldKeys();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
  };
  const timer = setTimeout(() => release?.(), longestMs);
  window.addEventListener('keydown', onKeyDown, { capture: true });
  release = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    release = undefined;
  };
}

/** Lets the keys go, and answers what was typed. */
export function takeHeldKeys(): string {
  release?.();
  const typed = text;
  text = '';
  return typed;
}
