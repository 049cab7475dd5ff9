/** How long an answer is waited for. A line that hangs would otherwise keep a dialog busy for ever. */
export const waitMs = {
  read: 20_000,
  /** The server gives a change five seconds for each statement; what takes longer has met something on the way. */
  change: 15_000,
  /** Files, and jobs that are run while one waits. */
  long: 300_000,
} as const;

/** Fetches with a limit to the waiting, which holds for the body of the answer too. */
export const fetchWithin =
  (ms: number) =>
  (request: Request): Promise<Response> =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ms)]) });
