import { describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { createApp } from '../../app.ts';
import { createLog } from '../../kit/log.ts';

const world = await openWorld();
await makeRole(world, 'newcomer', []);
const logged: Record<string, unknown>[] = [];
const stream = {
  write(line: string): void {
    const entry: Record<string, unknown> = JSON.parse(line);
    logged.push(entry);
  },
};
const logger = createLog('warn', stream);
const { config, database, runner, media, push } = world;
const listening = { ...world, app: createApp({ config, database, runner, media, push, logger }) };

const fault = { name: 'TypeError', message: 'x is undefined', stack: 'TypeError: x\n  at page.js:1', path: '/users' };

describe('errors of the panel', () => {
  it('Any signed-in admin can report one; it is logged as a warning with its context', async () => {
    const admin = await makeAdminActor(listening, 'newcomer');
    expect((await admin.post('/admin/client-errors', fault)).status).toBe(204);
    expect(logged).toEqual([
      expect.objectContaining({
        level: 40,
        path: '/users',
        adminId: expect.any(String),
        requestId: expect.any(String),
        err: expect.objectContaining({ message: 'x is undefined', stack: fault.stack }),
      }),
    ]);
  });

  it('Search terms and personal data are not logged', async () => {
    const admin = await makeAdminActor(listening, 'newcomer');
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsYXlsYSJ9.c2lnbmF0dXJl';
    const secrets = ['layla@example.com', '+6281234567890', '+62 812-3456-7890', '%2B6281234567890', token];
    const message = `GET /x failed for ${secrets.join(', ')}; sent Bearer opaque.token/1+2==, at 12:30`;
    for (const path of ['/users?q=layla', '/users#layla', '/users?a=1#b\nlayla']) {
      await admin.post('/admin/client-errors', {
        name: `Error ${token}`,
        message,
        stack: `${message}\n  at a.js:1`,
        path,
      });
    }
    const lines = logged.slice(-3);
    expect(lines.map(({ path }) => path)).toEqual(['/users', '/users', '/users']);
    const masked = '[personal], [personal], [personal], [personal], [hidden]';
    const hidden = `GET /x failed for ${masked}; sent Bearer [hidden], at 12:30`;
    expect(lines[0]?.err).toMatchObject({ name: 'Error [hidden]', message: hidden, stack: `${hidden}\n  at a.js:1` });
    expect(JSON.stringify(lines)).not.toMatch(/layla|1234567890|812-3456|eyJ|opaque/);
  });

  it('Reports require a session', async () => {
    expect((await anonymous(world).post('/admin/client-errors', fault)).status).toBe(401);
  });

  it('Reports are limited in size', async () => {
    const admin = await makeAdminActor(world, 'newcomer');
    const long = await admin.post('/admin/client-errors', { ...fault, stack: 'x'.repeat(6001) });
    expect(long.body).toMatchObject({ error: 'validation_failed', details: [{ path: 'stack' }] });
    const huge = await admin.post('/admin/client-errors', { ...fault, stack: 'x'.repeat(40_000) });
    expect(huge.body).toMatchObject({ error: 'payload_too_large' });
  });

  it('Reports are limited to twelve a minute per admin', async () => {
    const [broken, other] = [await makeAdminActor(world, 'newcomer'), await makeAdminActor(world, 'newcomer')];
    const statuses: number[] = [];
    for (let count = 0; count < 20; count++) statuses.push((await broken.post('/admin/client-errors', fault)).status);
    expect(statuses.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 204));
    expect(statuses).toContain(429);
    expect((await other.post('/admin/client-errors', fault)).status).toBe(204);
  });
});
