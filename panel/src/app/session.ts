import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { api, done, type Schema } from '../api/client.ts';
import type { Permission } from '../api/contract.ts';
import { apiQuery, itemsOf } from '../api/query.ts';
import { clearDrafts } from '../ui/draft.ts';
import { announceSignOut } from '../ui/signed-in.ts';
import { type MenuGroup, menuFor } from './menu.ts';
import { hasPermission, type Screen, type Tile } from './screen.ts';
import { clearShownData, notifySessionEnd } from './session-data.ts';
import type { FiguresQuery } from './tiles.ts';

export type Me = Schema<'Admin'>;

export const meQuery = { ...apiQuery('/v1/admin/admins/me', {}), staleTime: 60_000 };

export const sessionsQuery = { ...apiQuery('/v1/admin/auth/sessions', {}), select: itemsOf<Schema<'Session'>> };

export interface Session {
  readonly me: Me;
  readonly can: (permission: Permission) => boolean;
}

const shell = getRouteApi('/shell');

/** Who is signed in. The router lets nobody into the shell before this is known. */
export function useSession(): Session {
  const { me: first } = shell.useRouteContext();
  const { data: me = first } = useQuery(meQuery);
  return { me, can: (permission) => hasPermission(me.permissions, permission) };
}

/** The screens of the panel that this admin may open. */
export function useOpenScreens(): readonly Screen[] {
  const { screens } = shell.useRouteContext();
  const { me } = useSession();
  return screens.filter(({ permission }) => hasPermission(me.permissions, permission));
}

/** The entries of the menu that this admin may open. */
export function useMenu(): MenuGroup[] {
  const { screens } = shell.useRouteContext();
  const { me } = useSession();
  return menuFor(screens, me.permissions);
}

/** The figures of the home page for this admin. */
export const useFigureQueries = (): FiguresQuery[] => useOpenScreens().flatMap(({ figures }) => figures ?? []);

/** The tiles of the home page for this admin. */
export function useTiles(): Tile[] {
  const screens = useOpenScreens();
  const { me } = useSession();
  return screens
    .flatMap(({ tiles = [] }) => tiles)
    .filter(({ permission = null }) => hasPermission(me.permissions, permission))
    .sort((one, other) => one.order - other.order);
}

export function useSignOut(): () => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async () => {
    // Whatever the answer, this browser is to forget what it has shown.
    await done(api.POST('/v1/admin/auth/logout')).catch(() => undefined);
    notifySessionEnd();
    announceSignOut();
    clearDrafts();
    await router.navigate({ to: '/sign-in' });
    clearShownData(client);
  };
}

/** Only paths of our own: a link to the sign-in page must not lead elsewhere. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
