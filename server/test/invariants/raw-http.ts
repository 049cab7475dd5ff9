import { connect } from 'node:net';

/** What came back over a socket, read without any library that would be kinder than the real world. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const timeoutMs = 3_000;

/** Reads the answers out of what a connection received; whatever is no answer is reported as status 0. */
export function readAnswers(received: string): RawResponse[] {
  const answers: RawResponse[] = [];
  for (let rest = received; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, Math.max(0, end)).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(line)?.[1] ?? 0);
    if (status === 0) return [...answers, { status, headers: {}, body: rest }];
    const headers = Object.fromEntries(
      lines.map((pair) => {
        const colon = pair.indexOf(':');
        return [pair.slice(0, colon).toLowerCase(), pair.slice(colon + 1).trim()];
      }),
    );
    const from = end + 4;
    // In chunks, up to the empty one that ends them; we answer whole, so only Node's own answers come like that.
    const ending = headers['transfer-encoding'] === 'chunked' ? rest.indexOf('0\r\n\r\n', from) : undefined;
    const to = ending ?? from + Number(headers['content-length'] ?? 0);
    answers.push({ status, headers, body: rest.slice(from, to) });
    rest = rest.slice(ending === undefined ? to : to + 5);
  }
  return answers;
}

/**
 * Sends bytes and gathers what comes back until the other side hangs up, or nothing more comes for a while.
 * With `hangUp` the sender leaves as soon as the bytes are out, as a client that crashed would; `next` is sent on the
 * same connection once the first answer has come.
 */
export function exchange(port: number, bytes: string | Buffer, { hangUp = false, next = '' } = {}): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(parts).toString('latin1'));
    };
    socket.setTimeout(timeoutMs, finish);
    socket.on('data', (part) => {
      if (parts.push(part) === 1 && next !== '') socket.write(next);
    });
    // A reset is one way of hanging up; what was received before it still counts.
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => hangUp && socket.destroy());
  });
}
