import { once } from 'node:events';
import { connect } from 'node:net';

/** A keep-alive connection for one request after the other. */
export interface Connection {
  /** Sends a request and returns the body of its response, with a character for each byte. */
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
    if (Number.isNaN(length) && !text.startsWith('HTTP/1.1 204 '))
      return failed(new Error(`an answer does not say how long it is: ${text}`));
    if (text.length < end + (length || 0)) return;
    const [head, body] = [text.slice(0, end), text.slice(end)];
    text = '';
    if (/^HTTP\/1\.1 20[014] /.test(head)) answered(body);
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
