import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { bufferKeystrokes } from '../../ui/buffered-keys.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { markFocus } from '../../ui/focus.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { type ReviewApi, ReviewContext } from './context.ts';
import type { BulkRequest, ReviewRequest } from './request.ts';

export { useReview } from './context.ts';

/** It comes when it is first asked for: the first page is smaller by it. */
const ReviewDialog = lazyComponent(async () => (await import('./review-dialog.tsx')).ReviewDialog);

const BulkDialog = lazyComponent(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

/** Fetches both before they are asked for, so that they open also where the line is gone by then. */
export function preloadReview(): void {
  void ReviewDialog.preload?.();
  void BulkDialog.preload?.();
}

type Shown = { readonly one: ReviewRequest } | { readonly many: BulkRequest };

/** Gives the focus back when the dialog is closed, unless it is elsewhere by then. Answers what remembers where it is. */
function useFocusBack(opened: boolean): () => void {
  const focusOpener = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (opened) return undefined;
    const timer = window.setTimeout(() => {
      const { activeElement, body } = document;
      const isLeft = activeElement === body || activeElement?.closest('[role=dialog]');
      if (isLeft) focusOpener.current?.();
      focusOpener.current = null;
    });
    return () => window.clearTimeout(timer);
  }, [opened]);
  return useCallback(() => {
    // A dialog that takes the place of another one has the same way back.
    focusOpener.current ??= markFocus();
  }, []);
}

export function ReviewProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ request: Shown; number: number } | null>(null);
  const [opened, setOpened] = useState(false);
  const mark = useFocusBack(opened);
  const sheet = useMemo<ReviewApi>(() => {
    const show = (request: Shown) => {
      // Once more, where an earlier try has failed.
      void ('one' in request ? ReviewDialog : BulkDialog).preload?.();
      mark();
      bufferKeystrokes();
      setShown((before) => ({ request, number: (before?.number ?? 0) + 1 }));
      setOpened(true);
    };
    return { open: (one) => show({ one }), openBulk: (many) => show({ many }) };
  }, [mark]);
  const frame = { opened, onClose: () => setOpened(false) };
  return (
    <ReviewContext.Provider value={sheet}>
      {children}
      {shown && (
        <ErrorBoundary onClose={() => setShown(null)}>
          {'one' in shown.request ? (
            <ReviewDialog key={shown.number} request={shown.request.one} {...frame} />
          ) : (
            <BulkDialog key={shown.number} request={shown.request.many} {...frame} />
          )}
        </ErrorBoundary>
      )}
    </ReviewContext.Provider>
  );
}
