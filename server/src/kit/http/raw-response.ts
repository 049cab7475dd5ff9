import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Refused } from '../errors.ts';

/** Refusals without Fastify: of malformed HTTP, and of requests that are not completed in time. */

interface RawSocket {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

export interface RawResponse {
  readonly refused: Refused;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends an error and closes the connection. */
export function sendRaw(socket: RawSocket, { refused, requestId, headers }: RawResponse): void {
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

/** How long the client has to read the response before the connection is closed. */
const lingerMs = 1_000;

/** Ends a request with an error, unless a response was sent already. */
export function sendAndDestroy(request: IncomingMessage, response: ServerResponse, raw: RawResponse): void {
  // A pipelined response has no connection yet.
  const { socket } = response;
  if (response.headersSent || !socket?.writable) return void request.destroy();
  sendRaw(socket, raw);
  const timer = setTimeout(() => request.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
