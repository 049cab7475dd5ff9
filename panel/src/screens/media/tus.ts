import { ApiError } from '../../api/errors.ts';

/**
 * The tus protocol 1.0.0, as far as an upload needs it that was announced before: HEAD says how much has arrived,
 * PATCH sends more. Sent in pieces, so that a broken line costs one piece at most.
 */

const version = { 'tus-resumable': '1.0.0' };
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
  const mayPass = status === 0 || status === 423 || status >= 500;
  return new ApiError(mayPass ? 'no_answer' : 'unknown_error', status);
}

/** How many bytes have arrived. */
export async function arrivedAt(url: string, signal?: AbortSignal): Promise<number> {
  const init: RequestInit = { method: 'HEAD', headers: version, credentials: 'omit', ...(signal && { signal }) };
  const answer = await fetch(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw refusalOf(0);
  });
  if (!answer.ok) throw refusalOf(answer.status);
  return Number(answer.headers.get('upload-offset') ?? 0);
}

/** Sends one piece; fetch would not tell how far it got. */
function sendPiece({ url, file, signal, onProgress }: Sending, offset: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    request.open('PATCH', url);
    for (const [name, value] of Object.entries(version)) request.setRequestHeader(name, value);
    request.setRequestHeader('upload-offset', String(offset));
    request.setRequestHeader('content-type', 'application/offset+octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(offset + loaded));
    request.addEventListener('load', () =>
      // Someone else sent meanwhile (409): the next question tells from where to go on.
      end(() => (request.status === 204 || request.status === 409 ? resolve() : reject(refusalOf(request.status)))),
    );
    request.addEventListener('error', () => end(() => reject(refusalOf(0))));
    request.addEventListener('abort', () => end(() => reject(new DOMException('stopped', 'AbortError'))));
    signal.addEventListener('abort', stop);
    request.send(file.slice(offset, offset + pieceBytes));
  });
}

const isWorthAnotherTry = (error: unknown): boolean => error instanceof ApiError && error.code === 'no_answer';

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    });
  });
}

/** Sends what has not arrived yet, to the end or until it is stopped. */
export async function sendFile(sending: Sending): Promise<void> {
  const { url, file, signal, onProgress } = sending;
  let failures = 0;
  for (;;) {
    try {
      const offset = await arrivedAt(url, signal);
      onProgress(offset);
      if (offset >= file.size) return;
      await sendPiece(sending, offset);
      failures = 0;
    } catch (error) {
      const wait = pausesMs[failures++];
      if (wait === undefined || signal.aborted || !isWorthAnotherTry(error)) throw error;
      await pause(wait, signal);
    }
  }
}
