import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseObject } from './http/wire.fixture.ts';
import { createLog, prettyOutput } from './log.ts';

/** Lines that a process of its own writes to its output, as an operator gets them. */
const script = `
  import { createLog } from './src/kit/log.ts';
  const log = createLog('info');
  const fault = Object.assign(new Error('duplicate key (email)=(ann@example.com) for "bo@example.org"'), {
    code: '23505', constraint: 'admins_email_unique', detail: 'Key (email)=(ann@example.com) already exists.',
  });
  fault.stack = fault.message + '\\n    at file:///app/node_modules/@scope/part/index.js:3:14';
  log.error({ err: fault }, 'request failed');
  log.info({ password: 'CANARY', headers: { authorization: 'CANARY', cookie: 'CANARY' }, a: { body: { email: 'CANARY', q: 'CANARY', phone: 'CANARY' } } }, 'slipped in');
  log.info({ note: 'a\\nforged line' }, 'one\\r\\ntwo');
  log.debug('too quiet to be heard');
  for (const reason of [null, 'a text', 7]) log.fatal({ err: reason }, 'an odd thing was thrown');
  log.error({ err: new Error('x'.repeat(2_000_000)) }, 'a huge message');
  log.error({ err: new Error('no postgres://admin:hunter2@db.internal:5432/prod') }, 'an address');
`;

let lines: Record<string, unknown>[] = [];
const saying = (msg: string) => lines.filter((line) => line.msg === msg);

beforeAll(async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 100_000_000 });
  lines = stdout.trim().split('\n').map(parseObject);
});

it('is one line of JSON for each event, with the time in UTC', () => {
  expect(lines).toHaveLength(8);
  for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
});

it('logs errors without email addresses and database values', () => {
  const [line] = saying('request failed');
  expect(line?.err).toEqual({
    name: 'Error',
    code: '23505',
    constraint: 'admins_email_unique',
    message: 'duplicate key (email)=([personal]) for "[personal]"',
    stack: expect.stringContaining('at file:///app/node_modules/@scope/part/index.js:3:14'),
  });
  expect(JSON.stringify(line)).not.toContain('example');
});

it('masks what must not be read, should it slip in', () => {
  expect(JSON.stringify(saying('slipped in'))).not.toContain('CANARY');
});

it('cannot be made to show a line that nobody wrote', () => {
  expect(saying('one\r\ntwo')).toMatchObject([{ note: 'a\nforged line' }]);
});

it('survives whatever is thrown', () => {
  expect(saying('an odd thing was thrown').map(({ err }) => err)).toMatchObject([
    { message: 'null' },
    { message: 'a text' },
    { message: '7' },
  ]);
});

it('cuts what is endless short', () => {
  expect(JSON.stringify(saying('a huge message')).length).toBeLessThan(20_000);
});

it('does not tell the password in an address', () => {
  expect(JSON.stringify(saying('an address'))).not.toContain('hunter2');
});

describe('in a terminal', () => {
  const written = (level = 'info') => {
    const texts: string[] = [];
    const log = createLog(level, prettyOutput(level, { write: (text) => texts.push(text) }));
    return { log, texts };
  };
  const request = { requestId: 'r1', method: 'GET', route: '/v1/admin/users', status: 200 };

  it('is a sentence for each event, and nothing for a request, a push or the address that the start says', () => {
    const { log, texts } = written();
    log.info(request, 'request');
    log.info({ topic: 't1', host: 'push.example' }, 'a push is written to the log alone');
    log.info('Server listening at http://127.0.0.1:4000');
    log.info('the index was built');
    log.warn({ path: '/srv/media' }, 'the folder is nearly full');
    expect(texts).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d info the index was built\n$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d warning the folder is nearly full\n$/),
    ]);
  });

  it('shows failed requests, and all requests when debugging', () => {
    const { log, texts } = written();
    log.warn(request, 'request failed with 503');
    expect(texts).toEqual([
      expect.stringMatching(/ warning request failed with 503 GET \/v1\/admin\/users 200 \(request r1\)\n$/),
    ]);
    const all = written('debug');
    all.log.info(request, 'request');
    expect(all.texts).toEqual([expect.stringMatching(/ info request GET \/v1\/admin\/users 200 \(request r1\)\n$/)]);
  });

  it('tells where an error comes from, and hides what the log hides', () => {
    const { log, texts } = written();
    log.error({ err: new Error('no ann@example.com'), requestId: 'r1' }, 'request failed');
    expect(texts[0]).toMatch(
      /^\d\d:\d\d:\d\d error request failed \(request r1\)\n {2}Error: no \[personal\]\n {6}at /,
    );
  });
});
