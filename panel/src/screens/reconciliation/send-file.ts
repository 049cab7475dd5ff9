import { withSessionEnd } from '../../api/client.ts';
import { ApiError, errorOf } from '../../api/errors.ts';
import { isSomeoneElse } from '../../ui/signed-in.ts';
import { type ColumnMapping, queryOf } from './column-mapping.ts';

interface Sending {
  readonly rail: string;
  readonly file: File;
  /** The columns of a file whose headings are not ours. */
  readonly mapping?: ColumnMapping | undefined;
  readonly signal: AbortSignal;
  /** Told how many bytes are on their way. */
  readonly onProgress: (sent: number) => void;
}

const address = '/v1/admin/payments/reconciliation?rows=false';

/** Sends a file of any size, which fetch would not tell the progress of, and answers the id of the run. */
export function sendProviderFile({ rail, file, mapping, signal, onProgress }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    if (isSomeoneElse()) return reject(new ApiError('signed_in_elsewhere', 401));
    const form = new FormData();
    form.set('rail', rail);
    form.set('file', file, file.name);
    const request = new XMLHttpRequest();
    request.open('POST', mapping ? `${address}&${queryOf(mapping)}` : address);
    request.setRequestHeader('prefer', 'fault-codes');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => reject(new ApiError('no_answer', 0)));
    request.addEventListener('load', () => {
      const body = read(request.responseText);
      const id = body && 'id' in body ? body.id : undefined;
      if (request.status === 200 && typeof id === 'string') resolve(id);
      else reject(withSessionEnd(errorOf(body, new Response(null, { status: request.status }))));
    });
    request.addEventListener('abort', () => reject(new ApiError('no_answer', 0)));
    signal.addEventListener('abort', () => request.abort());
    return request.send(form);
  });
}

function read(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
