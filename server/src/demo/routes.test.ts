import { describe, expect, it } from 'vitest';
import { anonymous } from '../../test/harness/actor.ts';
import { openWorld } from '../../test/harness/world.ts';

interface SignIns {
  items: { email: string; password?: string }[];
}

const world = await openWorld({ trustedProxies: 1 });
const open = world.another({ tls: true });
const secret = world.config.secrets.demoPassword;

describe('the demo accounts', () => {
  it('have their password for local callers', async () => {
    const { body } = await anonymous(world).get<SignIns>('/v1/demo');
    expect(body.items[0]).toMatchObject({ email: expect.any(String), password: secret });
  });
  it.each([
    ['through a proxy on this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that says so otherwise', { forwarded: 'for=127.0.0.1' }],
    ['under another name, as a page elsewhere would', { host: 'evil.example' }],
  ])('have none %s', async (_name, headers) => {
    const direct = world.another({ trustedProxies: 0 });
    const { status, text } = await anonymous(direct).get('/v1/demo', { headers });
    expect(status).toBe(200);
    expect(text).not.toContain(secret);
  });
  it('have none if the service listens on a network, and for remote callers', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (const answer of [await anonymous(open).get('/v1/demo'), await anonymous(world).get('/v1/demo', { headers })]) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(secret);
    }
  });
});
