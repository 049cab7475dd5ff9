import type { QueryClient } from '@tanstack/react-query';
import { showNobody } from '../ui/signed-in.ts';
import { clearShownData, leave } from './leave.ts';
import type { PanelRouter } from './router.ts';

/** The first request that learns that the session is over leads to the sign-in, and from there back to this place. */
export function askToSignIn(router: PanelRouter, client: QueryClient, why: string): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in' || router.state.status === 'pending') return;
  leave();
  showNobody();
  void router.navigate({ to: '/sign-in', search: { next: href, why } }).then(() => clearShownData(client));
}
