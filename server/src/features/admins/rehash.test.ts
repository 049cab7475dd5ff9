import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { anonymous, password } from '../../../test/harness/actor.ts';
import { signedInAs, signIn } from '../../../test/harness/sign-in.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const { db } = world.database;
const weakly = () => hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
const today = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

const adminRow = (email: string) =>
  db.selectFrom('admins').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const userRow = (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a password hashed at a lower cost', () => {
  it('of an admin is rehashed at sign-in, without changing the revision or ending sessions', async () => {
    const email = 'an.old.hand@example.com';
    const admin = await signedInAs(world, 'analyst', { email });
    await db
      .updateTable('admins')
      .set({ password_hash: await weakly() })
      .where('email', '=', email)
      .execute();
    const before = await adminRow(email);
    expect((await signIn(world, { email })).status).toBe(200);
    const after = await adminRow(email);
    expect(after.password_hash).toMatch(today);
    expect([after.revision, after.token_version]).toEqual([before.revision, before.token_version]);
    expect((await admin.get('/admin/admins/me')).status).toBe(200);
    expect((await signIn(world, { email })).status).toBe(200);
    expect((await adminRow(email)).password_hash).toBe(after.password_hash);
  });
  it('of an admin is kept after a wrong password', async () => {
    const email = 'an.older.hand@example.com';
    await signedInAs(world, 'analyst', { email });
    const weak = await weakly();
    await db.updateTable('admins').set({ password_hash: weak }).where('email', '=', email).execute();
    expect((await signIn(world, { email, password: 'not the right password' })).status).toBe(401);
    expect((await adminRow(email)).password_hash).toBe(weak);
  });
  it('of a user is rehashed at sign-in', async () => {
    const viewer = await makeViewer(world, { email: 'old.viewer@example.com' });
    await db
      .updateTable('users')
      .set({ password_hash: await weakly() })
      .where('id', '=', viewer.id)
      .execute();
    const login = () => anonymous(world).post('/v1/auth/login', { email: 'old.viewer@example.com', password });
    expect((await login()).status).toBe(200);
    const after = await userRow(viewer.id);
    expect([after.password_hash, after.token_version]).toEqual([expect.stringMatching(today), 1]);
    expect((await login()).status).toBe(200);
    expect((await userRow(viewer.id)).password_hash).toBe(after.password_hash);
  });
});
