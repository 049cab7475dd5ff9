import { beforeAll, describe, expect, it } from 'vitest';
import { makeAdminActor, password } from '../harness/actor.ts';
import { openWorld, type World } from '../harness/world.ts';
import { headerFaults } from './answer-headers.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

type TestRequest = { method?: 'GET' | 'POST' | 'PUT'; url: string; headers?: Record<string, string>; payload?: string };

const json = { 'content-type': 'application/json' };
const login = { method: 'POST', url: '/v1/admin/auth/login', headers: json } as const;

/** One request for each way in which an answer can come about, with the status that shows that it was that way. */
const ways: readonly (readonly [string, number, TestRequest])[] = [
  ['a sign of life', 200, { url: '/healthz' }],
  ['readiness', 200, { url: '/readyz' }],
  ['the document', 200, { url: '/openapi.json' }],
  ['the page about the document', 200, { url: '/docs/' }],
  ['a success', 200, { url: '/v1/demo' }],
  ['a body that is not JSON', 400, { ...login, payload: '{' }],
  ['a body of another shape', 400, { ...login, payload: '{}' }],
  ['a wrong password', 401, { ...login, payload: '{"email":"nobody@example.com","password":"not the one"}' }],
  ['a refusal of access', 401, { url: '/v1/admin/admins' }],
  ['an unknown page', 404, { url: '/nowhere' }],
  ['an unknown admin route', 404, { url: '/v1/admin/nowhere' }],
  ['a path that cannot be decoded', 404, { url: '/v1/admin/admins/%zz' }],
  ['an id beyond all length', 404, { url: `/v1/admin/admins/${'x'.repeat(300)}` }],
  ['a body beyond the limit', 413, { ...login, payload: `"${'x'.repeat(300_000)}"` }],
  ['a body of another kind', 415, { ...login, headers: { 'content-type': 'text/plain' }, payload: 'x' }],
];

describe('every answer', () => {
  it.each(ways)('carries the security headers and a request id: %s', async (_name, status, request) => {
    const { statusCode, headers } = await world.app.inject({ method: 'GET', ...request });
    expect(statusCode).toBe(status);
    expect(headerFaults(request.url, headers)).toEqual([]);
  });
  it('gives back the request id that it was sent, unless that is not fit to be logged', async () => {
    const idOf = async (id: string) =>
      (await world.app.inject({ url: '/v1/demo', headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await idOf('from-the-gateway.7')).toBe('from-the-gateway.7');
    expect(await idOf('a\tforged log line')).toMatch(/^[0-9a-f-]{36}$/);
  });
  it('insists on TLS, and keeps the cookie to it, only where browsers come by TLS', async () => {
    const root = await makeAdminActor(world, 'superadmin');
    const secured = world.another({ tls: true });
    const signIn = { ...login, payload: JSON.stringify({ email: root.email, password }) };
    const [plain, tls] = [await world.app.inject(signIn), await secured.app.inject(signIn)];
    expect(plain.headers['strict-transport-security']).toBeUndefined();
    expect(plain.headers['set-cookie']).not.toContain('Secure');
    expect(tls.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(tls.headers['set-cookie']).toContain('; Secure');
  });
});

describe('the check of the headers', () => {
  it('notices each header that is missing, and each that tells too much', () => {
    expect(headerFaults('/v1/admin/admins', { 'x-powered-by': 'chance' })).toEqual([
      'x-content-type-options is missing',
      'referrer-policy is missing',
      'cross-origin-opener-policy is missing',
      'cross-origin-resource-policy is missing',
      "the content security policy does not say default-src 'self'",
      "the content security policy does not say object-src 'none'",
      "the content security policy does not say base-uri 'none'",
      "the content security policy does not say frame-ancestors 'none'",
      'x-powered-by is told',
      'x-request-id is missing',
      'cache-control is not no-store',
    ]);
  });
});
