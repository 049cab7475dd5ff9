import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import type { EffectRequest, ManyRequest } from './request.ts';

interface EffectSheetApi {
  open(request: EffectRequest): void;
  /** The same for many changes of one kind: each is looked at, and what fails is shown by row. */
  openMany(request: ManyRequest): void;
}

/** It comes when it is first asked for: the first page is smaller by it. */
const EffectSheet = lazy(() => import('./sheet.tsx').then((module) => ({ default: module.EffectSheet })));

const ManySheet = lazy(() => import('./many-sheet.tsx').then((module) => ({ default: module.ManySheet })));

type Shown = { readonly one: EffectRequest } | { readonly many: ManyRequest };

const Context = createContext<EffectSheetApi>({ open: () => undefined, openMany: () => undefined });

/** Every action on money, access or what viewers see goes through here: look first, then do. */
export const useEffectSheet = (): EffectSheetApi => useContext(Context);

export function EffectSheetProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ request: Shown; number: number } | null>(null);
  const [opened, setOpened] = useState(false);
  const sheet = useMemo<EffectSheetApi>(() => {
    const show = (request: Shown) => {
      setShown((before) => ({ request, number: (before?.number ?? 0) + 1 }));
      setOpened(true);
    };
    return { open: (one) => show({ one }), openMany: (many) => show({ many }) };
  }, []);
  const frame = { opened, onClose: () => setOpened(false) };
  return (
    <Context.Provider value={sheet}>
      {children}
      {shown && (
        <Suspense>
          {'one' in shown.request ? (
            <EffectSheet key={shown.number} request={shown.request.one} {...frame} />
          ) : (
            <ManySheet key={shown.number} request={shown.request.many} {...frame} />
          )}
        </Suspense>
      )}
    </Context.Provider>
  );
}
