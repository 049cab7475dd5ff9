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

it('A JSON body of 5 MB from fetch is answered with 413, 20 times of 20', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', sender, `${base}/things`]);
  expect(stdout.trim().split('\n')).toEqual(Array.from({ length: 20 }, () => '413 payload_too_large'));
});
