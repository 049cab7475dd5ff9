import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';

/** What the service refused stays refused; only what was not answered is asked for again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && error.status === 0;

/** Without a line a call fails at once and says so: paused, an unlock would go out by itself later. */
const networkMode = 'always';

export const createViewerClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry, staleTime: 5_000, networkMode }, mutations: { networkMode } },
  });
