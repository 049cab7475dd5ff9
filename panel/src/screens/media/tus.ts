import type { DetailedError } from 'tus-js-client';
import { ApiError } from '../../api/errors.ts';

/** Sent in pieces, so that a broken line costs one piece at most. */
const pieceBytes = 8 * 1024 * 1024;
/** The pauses before another try, once nothing comes through. */
const pausesMs = [1_000, 3_000, 9_000];

export interface Sending {
  readonly url: string;
  readonly file: Blob;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

function refusalOf(status: number): ApiError {
  if (status === 404 || status === 410) return new ApiError('upload_expired', status);
  // Someone who sends the same file does not leave (423): perhaps a moment later.
  const isTransient = status === 0 || status === 423 || status >= 500;
  return new ApiError(isTransient ? 'no_answer' : 'unknown_error', status);
}

/** How many bytes have arrived. */
export async function arrivedAt(url: string): Promise<number> {
  const init: RequestInit = { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' }, credentials: 'omit' };
  const answer = await fetch(url, init).catch(() => {
    throw refusalOf(0);
  });
  if (!answer.ok) throw refusalOf(answer.status);
  return Number(answer.headers.get('upload-offset') ?? 0);
}

const statusOf = (error: Error | DetailedError): number =>
  'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;

/** Sends what has not arrived yet, to the end or until it is stopped. */
export async function sendFile({ url, file, signal, onProgress }: Sending): Promise<void> {
  // As large as all screens of this folder together, and needed only where something is sent.
  const { Upload } = await import('tus-js-client').catch(() => {
    throw refusalOf(0);
  });
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: url,
      chunkSize: pieceBytes,
      retryDelays: pausesMs,
      // Whoever has the address may send to it: it is asked for again after a reload, and is not left in the browser.
      storeFingerprintForResuming: false,
      // A stop before the first request is forgotten by the library.
      onBeforeRequest: () => signal.throwIfAborted(),
      // Someone else sent meanwhile (409): the next question tells from where to go on.
      onShouldRetry: (error) =>
        !signal.aborted && (statusOf(error) === 409 || refusalOf(statusOf(error)).code === 'no_answer'),
      onProgress,
      onSuccess: () => resolve(),
      onError: (error) => reject(refusalOf(statusOf(error))),
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      reject(new DOMException('stopped', 'AbortError'));
    });
    upload.start();
  });
}
