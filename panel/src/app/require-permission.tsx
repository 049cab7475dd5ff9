import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '../api/contract.ts';
import { NoPermissionState } from '../ui/empty-state.tsx';
import { useFormat } from '../ui/format.ts';
import { useServerWord } from '../words/server.ts';
import { hasPermission } from './screen.ts';
import { useSession } from './session.ts';

/**
 * Shows a screen to those who may see it, and to the others which permission it takes: that of its manifest, or the
 * one that a part of it needs besides.
 */
export function RequirePermission({ permission, children }: { permission?: Permission; children: ReactNode }) {
  const { me } = useSession();
  const format = useFormat();
  const word = useServerWord();
  const { id, screens } = useMatch({ strict: false, select: ({ routeId, context }) => ({ id: routeId, ...context }) });
  const required = permission ?? screens?.find(({ route }) => route.id === id)?.permission ?? null;
  if (required === null || hasPermission(me.permissions, required)) return children;
  const names = [required].flat().map((name) => word('permission', name));
  return <NoPermissionState permission={format.anyOf(names)} />;
}
