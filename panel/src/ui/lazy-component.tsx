import type { AsyncRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement, use } from 'react';
import { isMissingChunk } from '../api/errors.ts';
import { loadWords } from '../words/define.ts';
import { checkVersion } from './version.ts';

/** Resets each part that could not be loaded. */
const failed = new Set<() => void>();

/** Lets what could not be loaded be asked for once more. */
export function retryFailedImports(): void {
  for (const reset of failed) reset();
  failed.clear();
}

/**
 * Browsers remember that a script could not be had for as long as the page is open: asked for again, it fails at once.
 * Then only a new page helps, which is opened as soon as the service answers.
 */
async function reloadWhenReachable(): Promise<void> {
  const isReachable = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReachable) window.location.reload();
}

/**
 * A part of the page that comes when it is needed, with its words in the language in use. When it cannot be had, the nearest boundary says so; unlike the
 * router's own, it neither reloads the page by itself nor remembers the failure for ever.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): AsyncRouteComponent<Props> {
  let part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let fault: readonly [unknown] | undefined;
  // React wants a component that has waited once to say so each time.
  let hasWaited = false;
  let isRetried = false;
  const reset = () => {
    loading = undefined;
    fault = undefined;
    hasWaited = false;
  };
  const preload = (): Promise<void> => {
    if (fault) reset();
    loading ??= load().then(
      async (loaded) => {
        await loadWords();
        part = loaded;
      },
      (error: unknown) => {
        fault = [error];
        if (isRetried && isMissingChunk(error)) void reloadWhenReachable();
        failed.add(() => {
          reset();
          isRetried = true;
        });
        void checkVersion();
      },
    );
    return loading;
  };
  const Part = (props: Props) => {
    hasWaited ||= !part && !fault;
    if (hasWaited) use(loading ?? preload());
    if (fault) throw fault[0];
    return part ? createElement(part, props) : null;
  };
  return Object.assign(Part, { preload });
}
