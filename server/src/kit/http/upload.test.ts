import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundary, fieldPart, filePart, formEnd, formOf, formType } from '../../../test/harness/form.ts';
import { declareError, refuse } from '../errors.ts';
import { createBarrier, openTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';
import { httpRequest } from './wire.fixture.ts';

/** Large files are read while they arrive, by `prepare`, and never held in memory. */

const mib = 1024 * 1024;
const noSuchRail = declareError(404, 'no_such_rail');
let hold: ReturnType<typeof createBarrier> | undefined;
const seen = { read: 0, failed: 0 };

const endpoints = [5 * mib, 400 * mib].map((maxBytes, index) =>
  strictEndpoint.upload({
    url: ['/files', '/huge'][index] ?? '',
    summary: 'Take a file',
    access: ['write'],
    status: 201,
    upload: { maxBytes },
    body: Type.Object({ rail: Type.String({ minLength: 2 }) }),
    errors: [noSuchRail],
    reply: Type.Object({ name: Type.String(), size: Type.Integer(), digest: Type.String() }),
    prepare: async ({ file }) => {
      const rail = file.name.replace('.csv', '');
      await hold?.pass();
      if (rail === 'unread') return { name: file.name, size: 0, digest: '' };
      const hash = createHash('sha256');
      let size = 0;
      try {
        for await (const part of file.stream) {
          const chunk = Buffer.from(part);
          hash.update(chunk);
          size += chunk.length;
          seen.read += chunk.length;
          if (rail === 'refused' && size > mib) refuse(noSuchRail);
          if (rail === 'crashed') throw new Error('secret of the innards');
        }
      } catch (error) {
        seen.failed++;
        throw error;
      }
      return { name: file.name, size, digest: hash.digest('hex') };
    },
    run: async ({ tx }, { prepared, body: { rail } }) => {
      await sql`insert into files values (${rail}, ${prepared.size})`.execute(tx);
      return prepared;
    },
  }),
);

let testApp: TestApp;
let base: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    'create table files (rail text, size integer); grant select, insert on files to cliffhanger_app',
  );
  base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  return () => agent.destroy();
});
beforeEach(async () => {
  Object.assign(seen, { read: 0, failed: 0 });
  hold = undefined;
  testApp.logged.length = 0;
  await testApp.run('truncate files');
});
const storedFiles = async () =>
  (await testApp.run('select rail, size from files')).map(({ rail, size }) => [rail, size]);

/** Sends a form whole, over the one connection that there is. */
async function send(payload: Buffer, { name = 'ann', type = formType }: { name?: string | null; type?: string } = {}) {
  const headers = { 'content-type': type, 'content-length': String(payload.length) };
  const answer = await httpRequest(agent, `${base}/v1/files`, {
    method: 'POST',
    headers: { ...headers, ...(name !== null && { 'x-name': name }) },
    body: payload,
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
}

describe('a body that is no form', () => {
  const types = ['application/json', 'text/plain', 'application/octet-stream', 'image/png'];
  it.each(types)('of %s is refused by its type once the caller is known', async (type) => {
    const sent = Buffer.from('{"rail":');
    expect(await send(sent, { name: null, type })).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(await send(sent, { type })).toEqual({
      status: 415,
      body: { statusCode: 415, error: 'unsupported_media_type', accepted: ['multipart/form-data'] },
    });
    expect(await send(form('card_web', 'bytes'))).toMatchObject({ status: 201 });
  });
});

const form = (rail: string, bytes: Buffer | string) => formOf({ rail }, { name: `${rail}.csv`, bytes }).payload;

/** A connection of its own. */
async function openSocket(): Promise<{ socket: Socket; received: () => string; errors: Error[] }> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  const errors: Error[] = [];
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', (error) => errors.push(error));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return { socket, received: () => received, errors };
}

/** Begins a form in chunks, so that nobody can tell how long it will be. */
async function begin(path: string, rail: string): Promise<{ socket: Socket; received: () => string }> {
  const { socket, received } = await openSocket();
  const head = ['X-Name: ann', `Content-Type: ${formType}`, 'Transfer-Encoding: chunked'];
  socket.write([`POST /v1${path} HTTP/1.1`, 'Host: here', ...head, '', ''].join('\r\n'));
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  socket.write(inChunk(Buffer.concat([fieldPart('rail', rail), Buffer.from(fileHead)])));
  return { socket, received };
}
const inChunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const end = Buffer.concat([inChunk(Buffer.concat([Buffer.from('\r\n'), formEnd])), Buffer.from('0\r\n\r\n')]);

describe('a large file', () => {
  it('arrives byte for byte, with the fields before it, and up to the last byte that is allowed', async () => {
    const bytes = Buffer.alloc(5 * mib, 'some rows\n');
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(await send(form('visa', bytes))).toEqual({ status: 201, body: { name: 'visa.csv', size: 5 * mib, digest } });
    expect(await storedFiles()).toEqual([['visa', 5 * mib]]);
  });

  it('waits with its sender while nobody reads it', async () => {
    hold = createBarrier();
    const { socket, received } = await begin('/huge', 'visa');
    const part = inChunk(Buffer.alloc(mib, 'x'));
    let sent = 0;
    const writing = (async () => {
      for (let n = 0; n < 100; n++) {
        await new Promise<void>((resolve) => socket.write(part, () => resolve()));
        sent++;
      }
      socket.write(end);
    })();
    await hold.reached;
    let before = -1;
    const isStill = async () => {
      const still = sent > 0 && sent === before;
      before = sent;
      return still;
    };
    await expect.poll(isStill, { interval: 500 }).toBe(true);
    // Of 100 MB those that the buffers of the connection hold.
    expect(sent).toBeLessThan(40);
    hold.open();
    await writing;
    await expect.poll(received).toContain(`"size":${100 * mib}`);
    socket.destroy();
  });
});

describe('a file that is too large', () => {
  const tooLarge = { status: 413, body: { statusCode: 413, error: 'payload_too_large', maxBytes: 5 * mib } };
  it('is refused at once if its length is declared, and the connection stays open', async () => {
    expect(await send(form('visa', Buffer.alloc(20 * mib)))).toEqual(tooLarge);
    expect(seen).toEqual({ read: 0, failed: 0 });
    expect((await send(form('visa', 'small'))).status).toBe(201);
  });
  it('is refused by one byte', async () => {
    expect(await send(form('visa', Buffer.alloc(5 * mib + 1)))).toEqual(tooLarge);
    expect([seen.failed, await storedFiles()]).toEqual([1, []]);
  });
  it('is refused as soon as it is detected, while its sender continues, and the sender is disconnected in the end', async () => {
    const { socket, received } = await begin('/files', 'visa');
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    const part = inChunk(Buffer.alloc(mib, 'x'));
    for (let n = 0; n < 6; n++) socket.write(part);
    await expect.poll(received).toContain('payload_too_large');
    const more = setInterval(() => socket.writableLength < 8 * mib && socket.write(part), 2);
    expect(await closed).toBe('closed');
    clearInterval(more);
    // What is read away, and what the buffers of the connection hold.
    expect(socket.bytesWritten).toBeLessThan(100 * mib);
    expect(seen.read).toBeLessThanOrEqual(5 * mib);
  });
  it('is refused where it would have gone unread', async () => {
    expect(await send(form('unread', Buffer.alloc(5 * mib + 1)))).toEqual(tooLarge);
  });
});

describe('a form', () => {
  const file = filePart({ name: 'a.csv', bytes: 'rows' });
  const otherFile = filePart({ name: 'a', bytes: 'x', field: 'other' });
  const rail = fieldPart('rail', 'visa');
  const fault = (path: string, message: string) => ({ details: [{ path, message }] });
  it.each<[string, Buffer[], object]>([
    ['without a field', [file, formEnd], fault('rail', 'is required')],
    [
      'with an unknown field after the file',
      [rail, file, fieldPart('note', 'x'), formEnd],
      { error: 'validation_failed' },
    ],
    ['with two files', [rail, file, file, formEnd], { error: 'validation_failed' }],
    ['without a file', [rail, formEnd], fault('file', 'is required')],
    ['with another file', [rail, otherFile, formEnd], { error: 'validation_failed' }],
    ['with a field twice', [rail, rail, file, formEnd], fault('rail', 'is given twice')],
    ['with an unknown field', [rail, fieldPart('x', '1'), file, formEnd], { error: 'validation_failed' }],
    ['of the wrong shape', [fieldPart('rail', 'v'), file, formEnd], { error: 'validation_failed' }],
    ['that ends in the middle of the file', [rail, file], fault('', 'the form is malformed')],
    ['that is none', [Buffer.from('garbage')], { error: 'validation_failed' }],
  ])('%s is refused, and the connection stays', async (_, parts, body) => {
    const answer = await send(Buffer.concat(parts));
    expect(answer).toMatchObject({ status: 400, body });
    expect(await storedFiles()).toEqual([]);
    expect((await send(form('visa', 'small'))).status).toBe(201);
  });

  it('may have fields after the file', async () => {
    expect(await send(Buffer.concat([file, rail, formEnd]))).toMatchObject({ status: 201 });
    expect(await storedFiles()).toEqual([['visa', 4]]);
  });

  it.each<[string, Parameters<typeof send>[1], number]>([
    ['from nobody', { name: null }, 401],
    ['from someone who may not', { name: 'guest' }, 403],
    ['that is JSON', { type: 'application/json' }, 415],
  ])('%s is refused before it is read, and read away', async (_, options, status) => {
    const payload = form('visa', Buffer.alloc(4 * mib));
    expect((await send(status === 415 ? Buffer.from('{}') : payload, options)).status).toBe(status);
    expect(seen.read).toBe(0);
    expect((await send(form('visa', 'small'))).status).toBe(201);
  });

  it.each([
    ['refused', 404, 'no_such_rail'],
    ['crashed', 500, 'internal_error'],
  ])('that is %s in the middle of the file is answered, and the rest read away', async (kind, status, error) => {
    const answer = await send(form(kind, Buffer.alloc(4 * mib)));
    expect(answer).toMatchObject({ status, body: { error } });
    expect(await storedFiles()).toEqual([]);
    expect((await send(form('visa', 'small'))).status).toBe(201);
  });

  it('whose sender disconnects leaves nothing behind, and fails for its reader', async () => {
    const { socket } = await begin('/files', 'visa');
    socket.write(inChunk(Buffer.alloc(mib)));
    await expect.poll(() => seen.read).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => seen.failed).toBe(1);
    expect([await storedFiles(), testApp.logged.filter((line) => line.includes('request failed'))]).toEqual([[], []]);
  });
});

it('a JSON body that is far too large is refused by its type, and its sender may finish and go on', async () => {
  const { socket, received, errors } = await openSocket();
  const request = 'POST /v1/files HTTP/1.1\r\nHost: here\r\nX-Name: ann\r\nContent-Type: application/json\r\n';
  socket.write(`${request}Content-Length: ${5 * mib}\r\n\r\n`);
  await expect.poll(received).toContain('unsupported_media_type');
  // Answered already, and still sending, as most clients are.
  for (let n = 0; n < 5; n++)
    await new Promise<void>((resolve) => socket.write(Buffer.alloc(mib, ' '), () => resolve()));
  socket.write(`${request}Content-Length: 2\r\n\r\n{}`);
  await expect.poll(() => received().match(/HTTP\/1\.1 4\d\d/g)).toHaveLength(2);
  expect(errors).toEqual([]);
  socket.destroy();
});
