import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { openTestApp, strictEndpoint } from './test-app.fixture.ts';

let calls = 0;
const endpoint = strictEndpoint({
  method: 'POST',
  url: '/calls',
  summary: '',
  access: 'signed_in',
  body: Type.Partial(Type.Object({ note: Type.String() })),
  reply: Type.Object({ calls: Type.Integer() }),
  idempotent: true,
  run: async () => {
    calls += 1;
    return { calls };
  },
});
const testApp = await openTestApp([endpoint], 'select');

it.each([
  ['no body', 'none', undefined, '{}'],
  ['one that has no fields', 'empty', '{}', undefined],
])('A call with a key and %s is the same as the other way round', async (_what, key, first, second) => {
  const send = (raw: string | undefined) =>
    testApp.call('POST /calls', { ...(raw !== undefined && { raw }), headers: { 'idempotency-key': key } });
  const done = await send(first);
  const again = await send(second);
  expect([done.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, done.text, 'true']);
  expect((await send('{"note":"x"}')).body.error).toBe('idempotency_key_reused');
});
