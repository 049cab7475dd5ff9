import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx, ReadCtx } from './endpoint.ts';
import { JsonText } from './response.ts';
import { openTestApp, serveTestApp, strictEndpoint, type TestApp, type TestCaller } from './test-app.fixture.ts';

const Note = Type.Object({ text: Type.String(), revision: Type.Integer() });
const common = { summary: '', access: 'signed_in', reply: Note } as const;

async function noteIn(db: ReadCtx<TestCaller>['db'] | Ctx<TestCaller>['tx']): Promise<JsonText<Static<typeof Note>>> {
  const { rows } = await sql<{ json: string; revision: number }>`
    select row_to_json(n)::text as json, revision from notes n`.execute(db);
  return new JsonText(rows[0]?.json ?? '', rows[0]?.revision);
}

const endpoints = [
  strictEndpoint({ ...common, method: 'GET', url: '/note', run: ({ db }) => noteIn(db) }),
  strictEndpoint({
    ...common,
    method: 'POST',
    url: '/note',
    idempotent: true,
    run: async ({ tx }) => {
      await sql`update notes set revision = revision + 1`.execute(tx);
      return noteIn(tx);
    },
  }),
  ...['{"text":"a","revision":1,"password":"never to be shown"}', '{"text":1,"revision":1}', '{"text":"a"}'].map(
    (text, n) =>
      strictEndpoint({
        ...common,
        method: 'GET',
        url: `/misfit${n}`,
        run: async () => new JsonText<Static<typeof Note>>(text),
      }),
  ),
];

let testApp: TestApp;
const words = 'ليلى "said" \\ 1 < 2 \u2028 \u{1f3ac}';
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    'create table notes (text text, revision integer); grant select, update on notes to cliffhanger_app',
  );
  await testApp.run('insert into notes values ($1, 3)', [words]);
});

describe('a reply that the database has written as JSON', () => {
  it('is sent as it is, with the headers of any other and the edition that it is', async () => {
    const { status, text, body, headers } = await testApp.call('GET /note');
    expect([status, body]).toEqual([200, { text: words, revision: 3 }]);
    expect(headers).toMatchObject({
      etag: '"3"',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
  });
  it('is kept like any other where a change must be made once', async () => {
    const headers = { 'idempotency-key': 'note-once' };
    const first = await testApp.call('POST /note', { headers });
    const again = await testApp.call('POST /note', { headers });
    expect(first.body).toEqual({ text: words, revision: 4 });
    expect([again.text, again.headers.etag, again.headers['idempotent-replayed']]).toEqual([first.text, '"4"', 'true']);
  });
  it.each([0, 1, 2])('is not sent in a test where it misfits its schema (%i)', async (n) => {
    const { status, text } = await testApp.call(`GET /misfit${n}`);
    expect([status, text.includes('never to be shown')]).toEqual([500, false]);
    expect(testApp.logged.at(-1)).toContain('the reply misfits its schema');
  });
  it('is not read where the service serves', async () => {
    const served = serveTestApp(testApp.world, testApp.world.database, endpoints, { unlistedErrorsCrash: false });
    expect((await served.call('GET /misfit1')).body).toEqual({ text: 1, revision: 1 });
    await served.app.close();
  });
});
