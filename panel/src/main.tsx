import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import './ui/elements.css';
import './ui/mantine-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportUncaught } from './api/report.ts';
import { App } from './app/app.tsx';
import { createPanelRouter, createQueryClient } from './app/router.ts';
import { watchSession } from './app/watch-session.ts';
import { applyPreferences } from './ui/preferences.ts';
import { checkVersion } from './ui/version.ts';

const client = createQueryClient();
const router = createPanelRouter(client);

reportUncaught();
// Whoever waits for the missing file is told by the nearest boundary; this finds out whether a new build is the reason.
window.addEventListener('vite:preloadError', () => void checkVersion());
watchSession(router, client);

const root = document.getElementById('root');
if (root) {
  await applyPreferences();
  createRoot(root).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  );
}
