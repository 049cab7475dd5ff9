import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import type { EffectRequest } from './request.ts';

interface EffectSheetApi {
  open(request: EffectRequest): void;
}

/** It comes when it is first asked for: the first page is smaller by it. */
const EffectSheet = lazy(() => import('./sheet.tsx').then((module) => ({ default: module.EffectSheet })));

const Context = createContext<EffectSheetApi>({ open: () => undefined });

/** Every action on money, access or what viewers see goes through here: look first, then do. */
export const useEffectSheet = (): EffectSheetApi => useContext(Context);

export function EffectSheetProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ request: EffectRequest; number: number } | null>(null);
  const [opened, setOpened] = useState(false);
  const sheet = useMemo<EffectSheetApi>(
    () => ({
      open: (request) => {
        setShown((before) => ({ request, number: (before?.number ?? 0) + 1 }));
        setOpened(true);
      },
    }),
    [],
  );
  return (
    <Context.Provider value={sheet}>
      {children}
      {shown && (
        <Suspense>
          <EffectSheet key={shown.number} request={shown.request} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Context.Provider>
  );
}
