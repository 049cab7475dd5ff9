/** A call to a provider that failed. `isRetryable` says whether the same call can succeed later. */
export class ProviderCallFailed extends Error {
  readonly isRetryable: boolean;
  /** Of the response, if the provider responded. */
  readonly status: number | undefined;
  /** How long the provider asks us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      isRetryable,
      status,
      retryAfterMs,
      cause,
    }: { isRetryable: boolean; status?: number; retryAfterMs?: number; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = 'ProviderCallFailed';
    this.isRetryable = isRetryable;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether it failed because of our account, so that all other calls fail as well until operators correct it. */
  get isOfAccount(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** A verified message that `translate` does not understand, such as one of a type that the provider has added since. */
export class UntranslatableMessage extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UntranslatableMessage';
  }
}

export interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
}

/** Calls a provider and returns what it responds as JSON, or undefined for an empty response. */
export async function callProvider({ method, url, headers, body, timeoutMs }: ProviderCall): Promise<unknown> {
  const target = new URL(url).origin;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      body: body ?? null,
      redirect: 'manual',
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw failureOf(target, response, text);
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof ProviderCallFailed) throw cause;
    throw new ProviderCallFailed(`${target} cannot be reached or does not respond in JSON`, {
      isRetryable: true,
      cause,
    });
  }
}

/** How much of a failure goes into the log. */
const longestReason = 500;

function failureOf(target: string, { status, headers }: Response, text: string): ProviderCallFailed {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new ProviderCallFailed(`${target} responded ${status}: ${text.slice(0, longestReason)}`, {
    isRetryable: status === 408 || status === 429 || status >= 500,
    status,
    ...(Number.isFinite(seconds) && seconds >= 0 && { retryAfterMs: seconds * 1000 }),
  });
}
