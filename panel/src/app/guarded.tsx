import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '../api/contract.ts';
import { NoPermissionState } from '../ui/empty-state.tsx';
import { useFormat } from '../ui/format.ts';
import { useServerWord } from '../words/server.ts';
import { holds } from './screen.ts';
import { useSession } from './session.ts';

/**
 * Shows a screen to those who may see it, and to the others which permission it takes: that of its manifest, or the
 * one that a part of it needs besides.
 */
export function Guarded({ may: needed, children }: { may?: Permission; children: ReactNode }) {
  const { me } = useSession();
  const format = useFormat();
  const word = useServerWord();
  const { id, screens } = useMatch({ strict: false, select: ({ routeId, context }) => ({ id: routeId, ...context }) });
  const permissions = needed ?? screens?.find(({ route }) => route.id === id)?.may ?? null;
  if (permissions === null || holds(me.permissions, permissions)) return children;
  const names = [permissions].flat().map((permission) => word('permission', permission));
  return <NoPermissionState permission={format.anyOf(names)} />;
}
