import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { api, done, type Schema } from '../api/client.ts';
import { apiQuery, itemsOf } from '../api/query.ts';
import { clearDrafts } from '../ui/draft.ts';
import { forgetShown, leave } from './leave.ts';
import { holds, type MenuGroup, menuFor } from './menu.ts';

export type Me = Schema<'Admin'>;

export const meQuery = { ...apiQuery('/v1/admin/admins/me', {}), staleTime: 60_000 };

export const sessionsQuery = { ...apiQuery('/v1/admin/auth/sessions', {}), select: itemsOf<Schema<'Session'>> };

export interface Session {
  readonly me: Me;
  readonly may: (permission: string) => boolean;
}

const shell = getRouteApi('/shell');

/** Who is signed in. The router lets nobody into the shell before this is known. */
export function useSession(): Session {
  const { me: first } = shell.useRouteContext();
  const { data: me = first } = useQuery(meQuery);
  return { me, may: (permission) => holds(me.permissions, permission) };
}

/** The entries of the menu whose screens exist and that this admin may open. */
export function useMenu(): MenuGroup[] {
  const router = useRouter();
  const { me } = useSession();
  return menuFor(me.permissions, (path) => Object.hasOwn(router.routesByPath, path));
}

export function useSignOut(): () => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async () => {
    // Whatever the answer, this browser is to forget what it has shown.
    await done(api.POST('/v1/admin/auth/logout')).catch(() => undefined);
    leave();
    clearDrafts();
    await router.navigate({ to: '/sign-in' });
    forgetShown(client);
  };
}

/** Only paths of our own: a link to the sign-in page must not lead elsewhere. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
