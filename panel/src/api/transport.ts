import { isSomeoneElse } from '../ui/signed-in.ts';
import { ApiError } from './errors.ts';

/** How long an answer is waited for. A line that hangs would otherwise keep a dialog busy for ever. */
export const waitMs = {
  read: 20_000,
  /** The server gives a change five seconds for each statement; what takes longer has met something on the way. */
  change: 15_000,
  /** Files, and jobs that are run while one waits. */
  long: 300_000,
} as const;

/**
 * Fetches with a limit to the waiting, which holds for the body of the answer too. A change is not sent in the name of
 * someone else than the page shows.
 */
export const fetchWithin =
  (ms: number) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && isSomeoneElse()) throw new ApiError('signed_in_elsewhere', 401);
    // The panel says in the operator's language what is wrong with a field or a file.
    request.headers.set('prefer', 'fault-codes');
    return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ms)]) });
  };
