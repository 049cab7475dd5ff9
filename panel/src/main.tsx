import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/mantine-styles.ts';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from './api/client.ts';
import { App } from './app/app.tsx';
import { client, router } from './app/router.ts';
import { firstWords } from './ui/preferences.ts';

// The first request that learns that the session is over leads to the sign-in, and from there back to this place.
onSignedOut((why) => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in' || router.state.status === 'pending') return;
  void router.navigate({ to: '/sign-in', search: { next: href, why } }).then(() => client.clear());
});

const root = document.getElementById('root');
if (root) {
  await firstWords();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
