import { beforeAll, describe, expect, it } from 'vitest';
import { type AdminActor, adminWith, password, stranger } from '../../../test/harness/actor.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';

let world: World;
let root: AdminActor;

beforeAll(async () => {
  world = await openWorld();
  root = await adminWith(world, 'superadmin', { email: 'root@example.com' });
});

describe('signing in', () => {
  it('gives a token in the body and in a cookie that scripts cannot read', async () => {
    const answer = await stranger(world).post('/admin/auth/login', { email: 'ROOT@example.com', password });
    expect(answer.status).toBe(200);
    expect(answer.body.admin).toMatchObject({ email: 'root@example.com', role: 'superadmin', permissions: ['*'] });
    expect(answer.headers['set-cookie']).toMatch(
      /^svc_admin_token=.+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/,
    );
  });
  it('shows an admin to itself', async () => {
    const me = await root.get('/admin/admins/me');
    expect(me.status).toBe(200);
  });
});
