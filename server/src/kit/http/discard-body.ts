import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** How much more, and for how long, a client may send after an early response. */
const maxBytes = 32 * 1024 * 1024;
const maxMs = 10_000;

/**
 * Discards, within bounds, what is still sent after the response. If it were cut off at once, most clients would report
 * a broken connection and never show the response.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  closeAfterBody(request);
  // Node drops the rest of an unread body without counting it.
  response.once('prefinish', () => void (request.complete || request.destroyed || request.read(0)));
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    let left = maxBytes;
    const timer = setTimeout(() => request.destroy(), maxMs);
    request
      .once('close', () => clearTimeout(timer))
      .once('end', () => {
        clearTimeout(timer);
        if (socket.writableEnded) socket.destroySoon();
      });
    request.unpipe();
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
    });
    request.resume();
  });
}

/** Node closes a connection after its last response with `destroySoon`; until the body is complete, only our side is closed. */
function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    if (request.complete || request.destroyed) Socket.prototype.destroySoon.call(socket);
    else socket.end();
  };
}
