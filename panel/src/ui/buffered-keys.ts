/**
 * What is typed between opening the palette or a dialog and its field appearing. None of it may reach the page below,
 * where single letters act, and none of it may be lost.
 */

/** A field that never appears holds the keys back for no longer than this. */
const longestMs = 5_000;

let text = '';
let release: (() => void) | undefined;

/** Keeps keystrokes from the page until they are flushed. */
export function bufferKeystrokes(): void {
  release?.();
  text = '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      flushKeystrokes();
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

/** Stops buffering and returns what was typed. */
export function flushKeystrokes(): string {
  release?.();
  const typed = text;
  text = '';
  return typed;
}
