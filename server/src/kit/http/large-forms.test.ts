import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { filePart, formEnd, formOf, formType } from '../../../test/harness/form.ts';
import { openTestApp, pictureEndpoint } from './test-app.fixture.ts';

/** Forms that are held in memory and too large for it, over real connections. */

const mib = 1024 * 1024;
const takeFile = pictureEndpoint(mib);
const { app } = await openTestApp([takeFile], '');
const base = await app.listen({ port: 0, host: '127.0.0.1' });

const headers = { 'x-name': 'ann', 'content-type': formType };
async function send(size: number) {
  const { payload } = formOf({}, { name: 'a.png', bytes: Buffer.alloc(size) });
  const answer = await fetch(`${base}/v1/pictures`, { method: 'POST', headers, body: new Uint8Array(payload) });
  const body: unknown = await answer.json();
  return { status: answer.status, connection: answer.headers.get('connection'), body };
}
const tooLarge = {
  status: 413,
  connection: 'close',
  body: { statusCode: 413, error: 'payload_too_large', maxBytes: mib },
};

/** Begins a form, and neither ends it nor goes away. */
function begin(header: string, ...parts: Buffer[]): { socket: Socket; received: () => string } {
  const socket = connect(Number(new URL(base).port), '127.0.0.1').on('error', () => {});
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.write(
    `POST /v1/pictures HTTP/1.1\r\nHost: here\r\nX-Name: ann\r\nContent-Type: ${formType}\r\n${header}\r\n\r\n`,
  );
  for (const part of parts) socket.write(part);
  return { socket, received: () => received };
}
const refused = /^HTTP\/1\.1 413 .*connection: close\r\n.*"payload_too_large","maxBytes":1048576/is;
/** Far less than a slow body is given. */
const soon = { timeout: 5_000 };

it('A form whose length is too large is refused before it is sent', async () => {
  const { socket, received } = begin(`Content-Length: ${20 * mib}`);
  await expect.poll(received, soon).toMatch(refused);
  socket.destroy();
});

it('A form that does not tell its length is refused at the first byte too many', async () => {
  const part = filePart({ name: 'a.png', bytes: Buffer.alloc(2 * mib) });
  const chunk = Buffer.concat([Buffer.from(`${(part.length + formEnd.length).toString(16)}\r\n`), part]);
  const { socket, received } = begin('Transfer-Encoding: chunked', chunk);
  await expect.poll(received, soon).toMatch(refused);
  socket.destroy();
});

it('A sender of too much gets the answer, and one of as much as is allowed is taken', async () => {
  expect(await send(20 * mib)).toEqual(tooLarge);
  expect(await send(mib + 1)).toEqual(tooLarge);
  expect(await send(mib)).toMatchObject({ status: 201, body: { size: mib } });
});
