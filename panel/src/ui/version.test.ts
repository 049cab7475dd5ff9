import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { checkVersion, useIsOutdated } from './version.ts';

const page = (...scripts: string[]): string =>
  scripts.map((name) => `<script type="module" src="/assets/${name}.js"></script>`).join('');

/** What the server has now, while the runtime and start-1 are open here. */
function serverHas(html: string): void {
  document.head.innerHTML = page('runtime', 'start-1');
  vi.stubGlobal('fetch', async () => new Response(html));
}

afterEach(() => {
  document.head.innerHTML = '';
});

it('a build is another one where one of its scripts is another, though the first is the same', async () => {
  const { result, rerender } = renderHook(() => useIsOutdated());
  serverHas(page('runtime', 'start-1'));
  await checkVersion();
  expect(result.current).toBe(false);
  serverHas(page('runtime', 'start-2'));
  await checkVersion();
  rerender();
  expect(result.current).toBe(true);
});
