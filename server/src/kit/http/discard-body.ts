import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Who was answered before they had sent everything may send so much more, and take so long. */
const maxBytes = 32 * 1024 * 1024;
const maxMs = 10_000;

/**
 * Reads away what is still sent after the answer, within bounds. Cut off at once, most clients would report a broken
 * connection and never show the answer.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  closeAfterBody(request);
  // Node drops the rest of a body that nobody has begun to read, and counts none of it.
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

/** With this node closes a connection after its last answer: until the body is there, only our side of it. */
function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    if (request.complete || request.destroyed) Socket.prototype.destroySoon.call(socket);
    else socket.end();
  };
}
