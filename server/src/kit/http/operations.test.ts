import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { mountOperations } from './operations.ts';
import { createServer } from './server.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

interface Parts {
  metricsToken?: string;
  draining?: boolean;
  details?: () => Promise<Record<string, unknown>>;
}
function serve({ metricsToken, draining = false, details = async () => ({ newest: '0001' }) }: Parts = {}) {
  const isDraining = () => draining;
  const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 1 });
  mountOperations(app, { database: world.database, metricsToken, draining: isDraining, details });
  return app;
}
const get = (app: FastifyInstance, url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url, headers, remoteAddress });

describe('monitoring of the service', () => {
  it('hears that it lives, even while it cannot serve', async () => {
    const app = serve({ draining: true, details: () => Promise.reject(new Error('no database')) });
    const answer = await get(app, '/healthz');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('hears that it is ready, and how things stand', async () => {
    const answer = await get(serve(), '/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready', newest: '0001' }]);
  });

  it.each(['/healthz', '/readyz'])('may ask %s with HEAD, and gets the same without a body', async (url) => {
    const app = serve();
    const [head, full] = [await app.inject({ method: 'HEAD', url }), await get(app, url)];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(full.headers['content-length']);
    expect((await serve({ draining: true }).inject({ method: 'HEAD', url: '/readyz' })).statusCode).toBe(503);
  });

  it.each<[string, Parts]>([
    ['while it stops', { draining: true }],
    ['without its database', { details: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7')) }],
  ])('hears that it is not ready %s, and nothing of why', async (_, parts) => {
    const answer = await get(serve(parts), '/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { statusCode: 503, error: 'unavailable' }]);
  });
});

describe('the figures', () => {
  it('count requests by route, never by the address that was typed', async () => {
    const app = serve();
    await get(app, '/healthz?secret=hunter2');
    await get(app, '/no/such/place/hunter2');
    const { payload, headers } = await get(app, '/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(payload).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1');
    expect(payload).toContain('http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1');
    for (const pool of ['requests', 'jobs', 'reports']) {
      expect(payload).toMatch(new RegExp(`^database_connections\\{pool="${pool}",state="open"\\} \\d+$`, 'm'));
    }
    expect(payload).not.toContain('hunter2');
  });

  const proxied = { 'x-forwarded-for': '127.0.0.1' };
  it.each<[string, string | undefined, Record<string, string>, string, number]>([
    ['this machine', undefined, {}, '127.0.0.1', 200],
    ['this machine by IPv6', undefined, {}, '::1', 200],
    ['another machine', undefined, {}, '10.0.0.7', 404],
    ['another machine that says it is this one', undefined, proxied, '10.0.0.7', 404],
    ['this machine on behalf of another', undefined, proxied, '127.0.0.1', 404],
    ['this machine on behalf of another, in the newer way', undefined, { forwarded: 'for=1.2.3.4' }, '127.0.0.1', 404],
    ['another machine with the token', 'a token', { authorization: 'Bearer a token' }, '10.0.0.7', 200],
    ['another machine with a wrong token', 'a token', { authorization: 'Bearer b token' }, '10.0.0.7', 404],
    ['another machine with half of the token', 'a token', { authorization: 'Bearer a' }, '10.0.0.7', 404],
    ['this machine without the token', 'a token', {}, '127.0.0.1', 404],
    ['a token with odd letters', 'a token', { authorization: 'Bearer a tokén' }, '10.0.0.7', 404],
  ])('for %s', async (_, metricsToken, headers, address, status) => {
    const app = serve({ ...(metricsToken !== undefined && { metricsToken }) });
    expect((await get(app, '/metrics', headers, address)).statusCode).toBe(status);
  });
});
