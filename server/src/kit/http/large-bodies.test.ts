import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { createServer } from './server.ts';

const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
app.post('/things', async () => ({ taken: true }));
const base = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/** Of another process: within one, the answer is read before the connection could break. */
const sender = `
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ text: 'x'.repeat(5_000_000) });
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(process.argv[1], { method: 'POST', headers, body }).catch(() => undefined);
    console.log(answer ? answer.status + ' ' + (await answer.json()).error : 'broken');
  }`;

/** Sends everything before it reads anything, and asks for the connection to be closed, as Python's clients do. */
const blindSender = `
  import { connect } from 'node:net';
  const { hostname, port, pathname } = new URL(process.argv[1]);
  const body = JSON.stringify({ text: 'x'.repeat(5_000_000) });
  const head = ['POST ' + pathname + ' HTTP/1.1', 'host: ' + hostname, 'connection: close',
    'content-type: application/json', 'content-length: ' + body.length].join('\\r\\n');
  const send = () => new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.on('error', () => resolve('broken')).on('close', () => resolve(text));
    socket.write(head + '\\r\\n\\r\\n' + body, () => socket.on('data', (part) => (text += part)));
  });
  for (let n = 0; n < 20; n++) {
    const [status = '', answer = '{}'] = (await send()).split('\\r\\n\\r\\n');
    console.log(status.split(' ')[1] + ' ' + JSON.parse(answer).error);
  }`;

it.each([
  ['fetch', sender],
  ['a client that sends all before it reads and closes after', blindSender],
])('A JSON body of 5 MB from %s is answered with 413, 20 times of 20', async (_name, script) => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, `${base}/things`]);
  expect(stdout.trim().split('\n')).toEqual(Array.from({ length: 20 }, () => '413 payload_too_large'));
});
