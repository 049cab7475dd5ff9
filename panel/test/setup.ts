import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { setLanguage } from '../src/words/define.ts';
import { computedStyle } from './computed-style.ts';
import { elementError } from './element-error.ts';
import { quickMatches } from './quick-matches.ts';

/** What the components ask of a browser and jsdom does not have. */

// Events are as in a browser: within React's act, a part that is loaded meanwhile would never be shown.
configure({
  asyncUtilTimeout: 25_000,
  eventWrapper: (fire): unknown => fire(),
  getElementError: elementError,
});

const matchMedia = (media: string) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('prefers-reduced-motion') });
Object.defineProperty(window, 'matchMedia', { value: matchMedia, configurable: true });

class NoResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NoResizes;

window.getComputedStyle = computedStyle;
Object.defineProperty(Element.prototype, 'matches', { value: quickMatches, configurable: true, writable: true });

Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

afterEach(async () => {
  cleanup();
  await setLanguage('en');
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
