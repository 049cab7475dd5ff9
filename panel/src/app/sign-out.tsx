import { createContext, type ReactNode, useContext, useState } from 'react';
import { hasDrafts } from '../ui/draft.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useSignOut } from './session.ts';

const SignOutDialog = lazyComponent(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

const Context = createContext<() => void>(() => undefined);

/** Signs out; where something is typed and not saved it asks first, because that goes too. */
export const useAskToSignOut = (): (() => void) => useContext(Context);

export function SignOutProvider({ children }: { children: ReactNode }) {
  const signOut = useSignOut();
  const [asks, setAsks] = useState(false);
  const ask = () => {
    if (hasDrafts()) setAsks(true);
    else void signOut();
  };
  return (
    <Context.Provider value={ask}>
      {children}
      {asks && (
        <ErrorBoundary onClose={() => setAsks(false)}>
          <SignOutDialog onClose={() => setAsks(false)} onSignOut={() => void signOut()} />
        </ErrorBoundary>
      )}
    </Context.Provider>
  );
}
