import type { ReactNode } from 'react';
import { NoPermissionState } from '../ui/empty-state.tsx';
import { useServerWord } from '../words/server.ts';
import { useSession } from './session.ts';

/** Shows a screen to those who may see it, and to the others which permission it takes. */
export function Guarded({ may: permission, children }: { may: string; children: ReactNode }) {
  const { may } = useSession();
  const word = useServerWord();
  return may(permission) ? children : <NoPermissionState permission={word('permission', permission)} />;
}
