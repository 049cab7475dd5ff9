import '../ui/tokens.css';
import './viewer.css';
import './pages.css';
import './comments.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { sendEventsOnLeaving } from './events.ts';
import { followPushes } from './pushes.ts';
import { createViewerClient } from './query-client.ts';

const queries = createViewerClient();

sendEventsOnLeaving();
followPushes();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
