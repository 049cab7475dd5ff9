import type { QueryClient } from '@tanstack/react-query';
import { onSignedOut } from '../api/client.ts';
import { clearDrafts } from '../ui/draft.ts';
import { watchOtherTabs } from '../ui/signed-in.ts';
import { askToSignIn, goToSignIn } from './ask-to-sign-in.ts';
import type { PanelRouter } from './router.ts';

/** Leads to the sign-in when the session is over: an answer says so, or another tab has signed out. */
export function watchSession(router: PanelRouter, client: QueryClient): () => void {
  const stopAnswers = onSignedOut((why) => askToSignIn(router, client, why));
  const stopTabs = watchOtherTabs(() => {
    clearDrafts();
    goToSignIn(router, client, 'unauthorized');
  });
  return () => {
    stopAnswers();
    stopTabs();
  };
}
