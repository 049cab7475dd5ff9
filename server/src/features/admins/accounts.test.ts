import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { signedInAs, signIn } from '../../../test/harness/sign-in.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { email: 'root@example.com' });
const temporary = 'seven gulls over the pier';
const notFound = { statusCode: 404, error: 'not_found' };

let count = 0;
const given = (more: Record<string, unknown> = {}) => ({
  email: `new-${++count}@example.com`,
  name: 'Mina Okafor',
  role: 'support',
  temporary_password: temporary,
  ...more,
});
const create = (more: Record<string, unknown> = {}) =>
  root.post<{ id: string; email: string }>('/admin/admins', given(more));
const entriesOf = async (id: string): Promise<unknown> =>
  (await root.get(`/admin/audit-log?targetType=admin&targetId=${id}`)).body.items;

describe('creating an admin', () => {
  it('returns the whole admin, who must replace the temporary password', async () => {
    const { status, body, headers } = await create({ email: 'Mina@example.com' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      email: 'Mina@example.com',
      name: 'Mina Okafor',
      role: 'support',
      permissions: expect.arrayContaining(['users:read']),
      is_active: true,
      token_version: 1,
      must_reset_password: true,
      has_second_factor: false,
      last_login_at: null,
      created_at: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/),
      updated_at: expect.any(String),
      revision: 1,
      allowed: ['update', 'disable', 'delete', 'force_logout', 'reset_password'],
    });
    expect(headers.etag).toBe('"1"');
    const signedIn = await signIn(world, { email: 'mina@example.com', password: temporary });
    expect(signedIn.body.admin.must_reset_password).toBe(true);
  });
  it('accepts a custom role, and a role by id or in another case', async () => {
    const roleId = await makeRole(world, 'night desk', ['users:read']);
    for (const role of ['night desk', 'Night DESK', roleId]) {
      expect((await create({ role })).body).toMatchObject({ role: 'night desk', permissions: ['users:read'] });
    }
  });
  it('is audited without the password', async () => {
    const { body } = await create();
    expect(await entriesOf(body.id)).toEqual([
      expect.objectContaining({
        action: 'admin.create',
        admin_id: root.id,
        admin_email: root.email,
        before: null,
        after: { email: body.email, name: 'Mina Okafor', role: 'support', is_active: true },
        ip: '127.0.0.1',
      }),
    ]);
  });
  it.each([
    ['an unknown role', { role: 'no such role' }, 404, 'not_found'],
    ['the id of no role', { role: newId() }, 404, 'not_found'],
    ['a short password', { temporary_password: 'short' }, 400, 'weak_password'],
    ['a common password', { temporary_password: 'Password123456' }, 400, 'weak_password'],
    ['an email that is none', { email: 'mina' }, 400, 'validation_failed'],
    ['a blank name', { name: '   ' }, 400, 'validation_failed'],
    ['a field that only the service sets', { must_reset_password: false }, 400, 'validation_failed'],
    ['permissions of one’s own choice', { permissions: ['*'] }, 400, 'validation_failed'],
    ['a taken email', { email: 'root@example.com' }, 409, 'email_taken'],
    ['a taken email in other letters', { email: 'ROOT@Example.com' }, 409, 'email_taken'],
  ])('refuses %s', async (_case, more, status, error) => {
    const answer = await create(more);
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ statusCode: status, error })]);
  });
  it('reports the role as not found', async () => {
    const answer = await create({ role: 'no such role' });
    expect(answer.body).toEqual({ statusCode: 404, error: 'not_found', field: 'role' });
  });
  it('with one email succeeds once of several concurrent requests', async () => {
    const [one, two] = [root, await makeAdminActor(world.another(), 'superadmin')];
    // As many as have a place in the queue of passwords: all come from one address.
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? one : two).post('/admin/admins', given({ email: 'wanted@example.com' })),
      ),
    );
    const errors = answers.map(({ status, body }) => (status === 201 ? 'made' : String(body.error)));
    expect(errors.sort()).toEqual([...Array.from({ length: 5 }, () => 'email_taken'), 'made']);
  });
  it('is for superadmins only', async () => {
    for (const role of ['support', 'finance', 'content_manager']) {
      const { body } = await (await makeAdminActor(world, role)).post('/admin/admins', given());
      expect(body).toEqual({ statusCode: 403, error: 'insufficient_permissions', required: ['*'] });
    }
  });
  it('can be previewed in a dry run', async () => {
    const { status, body } = await root.post('/admin/admins?dryRun=true', given({ email: 'dry@example.com' }));
    const after = { email: 'dry@example.com', name: 'Mina Okafor', role: 'support', is_active: true };
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dryRun: true,
      status: 201,
      body: { email: 'dry@example.com', must_reset_password: true },
      effects: {
        ledger: [],
        approvals: [],
        audit: [{ action: 'admin.create', after }],
        changes: [{ type: 'admin', after }],
      },
    });
    expect((await root.get('/admin/admins?q=dry@example.com')).body.items).toEqual([]);
    expect((await root.get('/admin/audit-log?action=admin.create')).text).not.toContain('dry@example.com');
    const taken = await root.post('/admin/admins?dryRun=true', given({ email: root.email }));
    expect(taken.body).toEqual({ statusCode: 409, error: 'email_taken' });
  });
});

describe('reading an admin', () => {
  it('is for superadmins; everyone may read their own account', async () => {
    const admin = await makeAdminActor(world, 'analyst', { name: 'Anna' });
    const mine = await admin.get('/admin/admins/me');
    expect(mine.body).toMatchObject({ id: admin.id, name: 'Anna', role: 'analyst', allowed: [] });
    expect((await admin.get(`/admin/admins/${admin.id}`)).status).toBe(403);
    const read = await root.get(`/admin/admins/${admin.id}`);
    expect(read.body).toEqual({ ...mine.body, allowed: expect.arrayContaining(['update', 'disable']) });
    expect((await root.get(`/admin/admins/${admin.id.toUpperCase()}`)).body).toEqual(read.body);
  });
  it('reflects changes of one’s own account at once', async () => {
    const roleId = await makeRole(world, 'evening desk', ['users:read']);
    const admin = await makeAdminActor(world, 'evening desk', { name: 'Anna' });
    const me = async () => (await admin.get('/admin/admins/me')).body;
    expect(await me()).toMatchObject({ name: 'Anna', role: 'evening desk', permissions: ['users:read'] });
    await root.put(`/admin/admins/${admin.id}`, { name: 'Anna Maria' });
    expect(await me()).toMatchObject({ name: 'Anna Maria', revision: 2 });
    await root.put(`/admin/roles/${roleId}`, { name: 'late desk', permissions: ['users:read', 'audit:read'] });
    expect(await me()).toMatchObject({ role: 'late desk', permissions: ['users:read', 'audit:read'] });
  });
  it.each([newId(), 'no-id', '%00', 'root@example.com'])('finds no admin under %s', async (id) => {
    expect((await root.get(`/admin/admins/${id}`)).body).toEqual(notFound);
  });
});

describe('deleting an admin', () => {
  it('is a soft delete: the audit log keeps the name, and the email can be reused', async () => {
    const { id, email } = (await create()).body;
    expect((await root.delete(`/admin/admins/${id}`)).status).toBe(204);
    expect((await root.get(`/admin/admins/${id}`)).body).toEqual(notFound);
    expect((await root.get(`/admin/admins?q=${email}`)).body.items).toEqual([]);
    expect((await root.put(`/admin/admins/${id}`, { name: 'Ghost' })).body).toEqual(notFound);
    expect((await root.delete(`/admin/admins/${id}`)).body).toEqual(notFound);
    expect(await entriesOf(id)).toMatchObject([
      { action: 'admin.delete', admin_id: root.id, before: { email, role: 'support', is_active: true }, after: null },
      { action: 'admin.create' },
    ]);
    const again = await create({ email });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
  });
  it('can be previewed in a dry run', async () => {
    const { id, email } = (await create()).body;
    const { body } = await root.delete(`/admin/admins/${id}?dryRun=true`);
    expect(body).toMatchObject({
      dryRun: true,
      status: 204,
      body: null,
      effects: { changes: [{ type: 'admin', id, before: { email }, after: null }] },
    });
    expect((await root.get(`/admin/admins/${id}`)).status).toBe(200);
  });
});

describe('forcing a logout', () => {
  it('ends every session at once and returns the new token version', async () => {
    const admin = await signedInAs(world, 'support');
    const { body } = await root.post(`/admin/admins/${admin.id}/force-logout`);
    expect(body).toEqual({ id: admin.id, token_version: 2 });
    expect((await admin.get('/admin/admins/me')).body).toMatchObject({ error: 'token_revoked' });
    expect((await signIn(world, { email: admin.email })).status).toBe(200);
    expect(await entriesOf(admin.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'admin.force_logout',
          before: { token_version: 1 },
          after: { token_version: 2 },
        }),
      ]),
    );
  });
});

describe('resetting an admin’s password', () => {
  it('ends every session, and requires a new password at the next sign-in', async () => {
    const admin = await signedInAs(world, 'support');
    const answer = await root.post(`/admin/admins/${admin.id}/reset-password`, { temporary_password: temporary });
    expect(answer.body).toMatchObject({ must_reset_password: true, token_version: 2, revision: 2 });
    expect((await admin.get('/admin/admins/me')).body).toMatchObject({ error: 'token_revoked' });
    expect((await signIn(world, { email: admin.email })).status).toBe(401);
    const signedIn = await signIn(world, { email: admin.email, password: temporary });
    expect(signedIn.body.admin.must_reset_password).toBe(true);
  });
  it('refuses a weak password and the email of the admin', async () => {
    const { id, email } = await makeAdminActor(world, 'support', { email: 'a.long.enough.name@example.com' });
    const faults = [
      ['short', 'too_short'],
      [email, 'same_as_email'],
      ['x'.repeat(129), 'too_long'],
      ['Password123456', 'common'],
    ];
    for (const [temporary_password, reason] of faults) {
      const answer = await root.post(`/admin/admins/${id}/reset-password`, { temporary_password });
      expect(answer.body).toEqual({ statusCode: 400, error: 'weak_password', reason });
    }
    const gone = await root.post(`/admin/admins/${newId()}/reset-password`, { temporary_password: 'short' });
    expect(gone.body).toEqual(notFound);
  });
});
