import { api } from './client.ts';
import { ApiError } from './errors.ts';

/** One page says the same thing once, and not more than this in all. */
const most = 10;
const reported = new Set<string>();

/** What browsers throw that is nobody's mistake. */
const isHarmless = (error: unknown): boolean =>
  error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError');

const harmlessMessage = /ResizeObserver loop/;

/** Tells the server's log of a mistake of the page. Refusals and silence of the server are no such thing. */
export function reportPageError(thrown: unknown): void {
  if (isHarmless(thrown)) return;
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const mark = `${name}: ${message}`;
  if (harmlessMessage.test(message) || reported.has(mark) || reported.size >= most) return;
  reported.add(mark);
  const body = {
    name: name.slice(0, 100) || 'Error',
    message: message.slice(0, 1000),
    stack: stack.slice(0, 6000),
    path: window.location.pathname.slice(0, 300),
  };
  // That it cannot be told must not become another mistake.
  api.POST('/v1/admin/client-errors', { body }).catch(() => undefined);
}

/** Listens for what nothing else has caught. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => {
    if (error) reportPageError(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageError(reason));
}
