import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '../api/contract.ts';
import { NoPermissionState } from '../ui/empty-state.tsx';
import { useServerWord } from '../words/server.ts';
import { useSession } from './session.ts';

/**
 * Shows a screen to those who may see it, and to the others which permission it takes: the one of its manifest, or the
 * one that a part of it needs besides.
 */
export function Guarded({ may: needed, children }: { may?: Permission; children: ReactNode }) {
  const { may } = useSession();
  const word = useServerWord();
  const { id, screens } = useMatch({ strict: false, select: ({ routeId, context }) => ({ id: routeId, ...context }) });
  const [...any] = [needed ?? screens?.find(({ route }) => route.id === id)?.may ?? []].flat();
  const [first] = any;
  if (first === undefined || any.some(may)) return children;
  return <NoPermissionState permission={word('permission', first)} />;
}
