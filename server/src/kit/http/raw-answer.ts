import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Refused } from '../errors.ts';

/** Refusals past the framework: to what is not even HTTP, and to whoever does not finish sending. */

interface RawSocket {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

export interface RawAnswer {
  readonly refused: Refused;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers in the one error shape, and closes. */
export function answerRaw(socket: RawSocket, { refused, requestId, headers }: RawAnswer): void {
  if (!socket.writable) return void socket.destroy();
  const { status } = refused.spec;
  const body = JSON.stringify(refused.body);
  const all = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

/** So long a sender has to read the answer before the connection is gone. */
const lingerMs = 1_000;

/** Stops listening to a sender, who is told why unless there was an answer already. */
export function answerAndDestroy(request: IncomingMessage, response: ServerResponse, answer: RawAnswer): void {
  // An answer that waits for those before it has no connection of its own yet.
  const { socket } = response;
  if (response.headersSent || !socket?.writable) return void request.destroy();
  answerRaw(socket, answer);
  const timer = setTimeout(() => request.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
