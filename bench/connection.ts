import { once } from 'node:events';
import { connect } from 'node:net';

/** A kept-alive connection on which one request is answered after the other, by as little code as that takes. */
export interface Connection {
  /** Sends a request as it is and gives the body of its answer, which says how long it is. */
  ask(request: Buffer): Promise<string>;
  close(): void;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let text = '';
  let answered: (body: string) => void = () => {};
  let failed: (error: Error) => void = () => {};
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the server closed the connection')));
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    if (end < 4) return;
    if (Number.isNaN(length)) return failed(new Error(`an answer does not say how long it is: ${text}`));
    if (text.length < end + length) return;
    const [head, body] = [text.slice(0, end), text.slice(end)];
    text = '';
    if (/^HTTP\/1\.1 20[01] /.test(head)) answered(body);
    else failed(new Error(`the server answered ${head}${body}`));
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        [answered, failed] = [resolve, reject];
        socket.write(request);
      }),
    close: () => void socket.end(),
  };
}
