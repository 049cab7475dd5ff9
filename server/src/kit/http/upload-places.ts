import { rateLimited, refuse, unavailable } from '../errors.ts';
import { type AuthenticatedRequest, callerKey } from './call.ts';

/** How many streamed forms may be under way at once: of one caller, and of all together. */
const maxOfCaller = 2;
const maxOfAll = 4;
const retryAfterS = 10;

/**
 * Refuses a form that is one too many before any of it is read. A place is held until the work is over, also when its
 * sender has gone away: the file is on disk for as long.
 */
export function uploadPlaces(): <T>(call: AuthenticatedRequest, work: () => Promise<T>) => Promise<T> {
  const ofCallers = new Map<string, number>();
  let ofAll = 0;
  const add = (caller: string, by: 1 | -1): void => {
    const count = (ofCallers.get(caller) ?? 0) + by;
    if (count === 0) ofCallers.delete(caller);
    else ofCallers.set(caller, count);
    ofAll += by;
  };
  return async ({ auth, request }, work) => {
    const caller = callerKey(auth, request);
    if ((ofCallers.get(caller) ?? 0) >= maxOfCaller) refuse(rateLimited, { retryAfterS });
    if (ofAll >= maxOfAll) refuse(unavailable);
    add(caller, 1);
    try {
      return await work();
    } finally {
      add(caller, -1);
    }
  };
}
