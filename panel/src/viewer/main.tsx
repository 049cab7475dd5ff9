import './viewer.css';
import './pages.css';
import './comments.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../api/errors.ts';
import { App } from './app.tsx';
import { sendEventsOnLeaving } from './events.ts';

/** What the service refused stays refused; only what was not answered is asked for again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && error.status === 0;
const queries = new QueryClient({ defaultOptions: { queries: { retry, staleTime: 5_000 } } });

sendEventsOnLeaving();
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
