import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declareError, refuse } from '../errors.ts';
import { newId } from '../id.ts';
import { Id } from './schema.ts';
import { createBarrier, openTestApp, serveTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';
import { httpRequest } from './wire.fixture.ts';

const tooMuch = declareError(400, 'too_much');
let maxAllowed = 100;
let hold: ReturnType<typeof createBarrier> | undefined;

const Body = Type.Object({ amount: Type.Integer(), note: Type.Optional(Type.String()) });
const Payment = Type.Object({ id: Id, amount: Type.Integer(), note: Type.String(), revision: Type.Integer() });
const common = { summary: '', access: 'signed_in', body: Body, reply: Payment, errors: [tooMuch] } as const;

const endpoints = [
  ...['/payments', '/gifts', '/careless'].map((url) =>
    strictEndpoint({
      ...common,
      method: 'POST',
      url,
      status: 201,
      idempotent: url !== '/careless',
      run: async ({ tx, header }, { body: { amount, note = '' } }) => {
        const id = newId();
        await sql`insert into payments values (${id}, ${amount})`.execute(tx);
        header('location', `/v1/payments/${id}`);
        header('set-cookie', `seen=${id}`);
        await hold?.pass();
        if (amount > maxAllowed) refuse(tooMuch);
        return { id, amount, note, revision: 4 };
      },
    }),
  ),
  strictEndpoint({
    method: 'DELETE',
    url: '/payments/:id',
    summary: '',
    access: 'signed_in',
    params: { id: Id },
    idempotent: true,
    status: 204,
    target: async (db, { id }) => (await sql`select from payments where id = ${id}`.execute(db)).rows[0],
    run: ({ tx }, { params }) => sql`delete from payments where id = ${params.id}`.execute(tx),
  }),
];

let testApp: TestApp;
beforeAll(async () => {
  const tables = 'create table payments (id uuid, amount integer);';
  testApp = await openTestApp(endpoints, `${tables} grant select, insert, delete on payments to cliffhanger_app`);
});
beforeEach(async () => {
  hold = undefined;
  maxAllowed = 100;
  await testApp.world.clock.shift('0');
  await testApp.run('truncate payments, idempotency_keys');
});

const pay = (key: string, amount = 1, { name = 'ann', url = '/payments', note = '' } = {}) =>
  testApp.call(`POST ${url}`, { body: { amount, note }, name, headers: { 'idempotency-key': key } });
const payments = async () => (await testApp.run('select from payments')).length;

describe('a call that is sent again with its key', () => {
  it('is answered as the first time, byte for byte, and done once', async () => {
    const first = await pay('k', 7, { note: 'ليلى "\u{1F600}"' });
    const again = await pay('k', 7, { note: 'ليلى "\u{1F600}"' });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([again.headers['idempotent-replayed'], again.headers['content-type']]).toEqual([
      'true',
      'application/json; charset=utf-8',
    ]);
    expect(await payments()).toBe(1);
  });
  it('is answered with the headers of the first time, but a cookie, which is a secret, is kept nowhere', async () => {
    const first = await pay('k', 7);
    const again = await pay('k', 7);
    const shown = ({ headers: { location, etag } }: typeof first) => [location, etag];
    expect(shown(first)).toEqual([`/v1/payments/${String(first.body.id)}`, '"4"']);
    expect(shown(again)).toEqual(shown(first));
    expect([first.headers['set-cookie'], again.headers['set-cookie']]).toEqual([
      `seen=${String(first.body.id)}`,
      undefined,
    ]);
    const [kept] = await testApp.run('select headers::text from idempotency_keys');
    expect(kept?.headers).not.toContain('seen=');
  });

  it('is answered so even where its first time removed what it names', async () => {
    const { body } = await pay('make');
    const remove = () =>
      testApp.call(`DELETE /payments/${String(body.id)}`, { headers: { 'idempotency-key': 'remove' } });
    const [first, again] = [await remove(), await remove()];
    expect([first.status, again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
      204,
      204,
      '',
      'true',
    ]);
    expect((await testApp.call(`DELETE /payments/${String(body.id)}`)).status).toBe(404);
  });

  it('is refused with another body, and so is another path with that key', async () => {
    await pay('k', 7);
    const refused = { statusCode: 409, error: 'idempotency_key_reused' };
    expect((await pay('k', 8)).body).toEqual(refused);
    expect((await pay('k', 7, { url: '/gifts' })).body).toEqual(refused);
    expect((await pay('k', 1_000)).body).toEqual(refused);
    expect(await payments()).toBe(1);
  });

  it('is someone else’s affair with the key of someone else', async () => {
    await pay('k', 7, { name: 'ann' });
    expect((await pay('k', 8, { name: 'bo' })).status).toBe(201);
    expect(await payments()).toBe(2);
  });

  it('is judged anew when it was refused, for refusals are not kept', async () => {
    maxAllowed = 5;
    expect((await pay('k', 7)).body.error).toBe('too_much');
    maxAllowed = 10;
    expect((await pay('k', 7)).status).toBe(201);
    expect(await payments()).toBe(1);
  });

  it('is refused while the first is under way, in any process, and answered when it is done', async () => {
    hold = createBarrier();
    const other = serveTestApp(testApp.world, testApp.world.another().database, endpoints);
    const first = pay('k', 7);
    await hold.reached;
    const body = { amount: 7, note: '' };
    const inProgress = { statusCode: 409, error: 'idempotency_in_progress' };
    expect((await pay('k', 7)).body).toEqual(inProgress);
    const atOtherProcess = () => other.call('POST /payments', { body, headers: { 'idempotency-key': 'k' } });
    expect((await atOtherProcess()).body).toEqual(inProgress);
    hold.open();
    const { text } = await first;
    expect((await atOtherProcess()).text).toBe(text);
    expect(await payments()).toBe(1);
    await other.app.close();
  });

  it('is done anew without a key, and where no key is taken', async () => {
    for (const key of [undefined, undefined])
      expect((await testApp.call('POST /payments', { body: { amount: 1 } })).status, key).toBe(201);
    for (const key of ['k', 'k']) expect((await pay(key, 1, { url: '/careless' })).status).toBe(201);
    expect(await payments()).toBe(4);
  });
});

describe('a key', () => {
  it('is kept for 24 hours, to the millisecond', async () => {
    const at = async (moment: string) => {
      await testApp.world.clock.stopAt(moment);
      return (await pay('k')).headers['idempotent-replayed'] ?? 'done';
    };
    expect(await at('2026-07-01T12:00:00.000Z')).toBe('done');
    expect(await at('2026-07-02T12:00:00.000Z')).toBe('true');
    expect(await at('2026-07-02T12:00:00.001Z')).toBe('done');
    expect(await at('2026-07-03T12:00:00.001Z')).toBe('true');
    expect(await payments()).toBe(2);
  });

  it('may be taken for something else when its day is over', async () => {
    await pay('k', 7);
    await testApp.world.clock.shift('25 hours');
    expect((await pay('k', 8)).status).toBe(201);
  });

  it.each(['x', 'x'.repeat(255), 'a b', '~!"#$%&', '0197a2b4-0000-7000-8000-000000000000'])(
    'may be %j',
    async (key) => {
      expect((await pay(key)).status).toBe(201);
      expect((await pay(key)).headers['idempotent-replayed']).toBe('true');
    },
  );

  it.each([
    ['empty', ''],
    ['blank', ' '],
    ['too long', 'x'.repeat(256)],
    ['not printable', 'a\tb'],
    ['not plain', 'ké'],
    ['with a blank at its end', 'k '],
  ])('is refused when it is %s', async (_, key) => {
    const answer = await pay(key);
    expect(answer.body).toEqual({
      statusCode: 400,
      error: 'validation_failed',
      details: [{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable characters' }],
    });
    expect(await payments()).toBe(0);
  });
});

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Repeats a call until it is neither in progress elsewhere nor refused because all connections are in use. */
async function sendUntilAnswered(base: string, key: string): Promise<{ text: string; replayed: boolean }> {
  for (;;) {
    const headers = { 'content-type': 'application/json', 'x-name': 'ann', 'idempotency-key': key };
    const request = { method: 'POST', headers, body: '{"amount":1}' };
    const { status, text, headers: answered } = await httpRequest(agent, `${base}/v1/payments`, request);
    if (status === 201) return { text, replayed: answered['idempotent-replayed'] === 'true' };
    expect(text).toMatch(/"error":"(idempotency_in_progress|unavailable)"/);
    await sleep(400);
  }
}

/** `IDEMPOTENCY_LONG=1` runs the long form. */
const [keyCount, copyCount] = process.env.IDEMPOTENCY_LONG ? [1_000, 20] : [12, 6];

it(`${keyCount} keys in ${copyCount} copies each, sent at once to two processes, are done ${keyCount} times`, async () => {
  const other = serveTestApp(testApp.world, testApp.world.another().database, endpoints);
  const bases = await Promise.all([testApp.app, other.app].map((app) => app.listen({ port: 0, host: '127.0.0.1' })));
  const keys = Array.from({ length: keyCount }, (_, index) => `key ${index}`);
  const copiesOf = (key: string) =>
    Array.from({ length: copyCount }, (_, copy) => sendUntilAnswered(bases[copy % 2] ?? '', key));
  const answers = await Promise.all(keys.map((key) => Promise.all(copiesOf(key))));
  for (const copies of answers) {
    expect(new Set(copies.map(({ text }) => text)).size).toBe(1);
    expect(copies.filter(({ replayed }) => !replayed)).toHaveLength(1);
  }
  expect(await payments()).toBe(keyCount);
  agent.destroy();
  await other.app.close();
});
