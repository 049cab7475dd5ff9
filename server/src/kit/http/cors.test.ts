import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const shop = 'https://shop.example';
const world = await openWorld({ corsOrigins: [shop, 'https://other-shop.example'] });
const viewer = await makeViewer(world);

async function send(method: 'GET' | 'OPTIONS', url: string, headers: Record<string, string>, { app } = world) {
  const { statusCode, headers: given } = await app.inject({ method, url, headers });
  const { vary, 'access-control-allow-origin': origin, 'access-control-allow-credentials': credentials } = given;
  return { status: statusCode, vary, origin, credentials, given };
}
const preflight = (url: string, origin = shop, at = world) =>
  send('OPTIONS', url, { origin, 'access-control-request-method': 'PUT' }, at);
const refused = { origin: undefined, credentials: undefined };

describe('a page of an origin that CORS_ORIGINS names', () => {
  it('may ask beforehand whether it may call a mobile endpoint', async () => {
    const { given, ...answer } = await preflight('/v1/me');
    expect(answer).toEqual({ status: 204, vary: 'origin', origin: shop, credentials: undefined });
    expect(given).toMatchObject({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': expect.stringContaining('authorization, content-type, idempotency-key'),
      'access-control-max-age': '600',
    });
  });

  it('may read answers and refusals of mobile endpoints, without credentials', async () => {
    const { authorization } = { authorization: `Bearer ${viewer.token}` };
    const allowed = { vary: 'origin', origin: shop, credentials: undefined };
    expect(await send('GET', '/v1/me', { origin: shop, authorization })).toMatchObject({ status: 200, ...allowed });
    expect(await send('GET', '/v1/me', { origin: shop })).toMatchObject({ status: 401, ...allowed });
  });

  it('may neither ask about nor read endpoints of admins', async () => {
    expect(await preflight('/v1/admin/users')).toMatchObject({ status: 404, ...refused });
    const { token } = await makeAdminActor(world, 'support');
    const headers = { origin: shop, authorization: `Bearer ${token}` };
    expect(await send('GET', '/v1/admin/admins/me', headers)).toMatchObject({
      status: 200,
      vary: undefined,
      ...refused,
    });
  });
});

it('A page of another origin may not, and Vary says that answers differ', async () => {
  expect(await preflight('/v1/me', 'https://evil.example')).toMatchObject({ status: 404, ...refused });
  const answer = await send('GET', '/v1/me', { origin: 'https://evil.example' });
  expect(answer).toMatchObject({ status: 401, vary: 'origin', ...refused });
});

it('Without origins there is no preflight, and no header of it', async () => {
  const without = world.another({ corsOrigins: [] });
  expect(await preflight('/v1/me', shop, without)).toMatchObject({ status: 404, vary: undefined, ...refused });
  expect(await send('GET', '/v1/me', { origin: shop }, without)).toMatchObject({ vary: undefined, ...refused });
});
