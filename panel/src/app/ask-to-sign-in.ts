import type { QueryClient } from '@tanstack/react-query';
import { showNobody } from '../ui/signed-in.ts';
import type { PanelRouter } from './router.ts';
import { clearShownData, notifySessionEnd } from './session-data.ts';

/** Leads to the sign-in, and from there back to this place. */
export function goToSignIn(router: PanelRouter, client: QueryClient, why: string): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  notifySessionEnd();
  showNobody();
  void router.navigate({ to: '/sign-in', search: { next: href, why } }).then(() => clearShownData(client));
}

/** The same for the first request that learns that the session is over; a page on its way finds out by itself. */
export function askToSignIn(router: PanelRouter, client: QueryClient, why: string): void {
  if (router.state.status !== 'pending') goToSignIn(router, client, why);
}
