import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { inOrder } from '../access/public.ts';
import { builtInRoles } from './rules.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { email: 'root@example.com' });
const unchanged = { changesNothing: true };

interface Entry {
  action: string;
  before: unknown;
  after: unknown;
}
async function entriesOf(id: string): Promise<Entry[]> {
  const { body } = await root.get<{ items: Entry[] }>(`/admin/audit-log?targetId=${id}`);
  return body.items.map(({ action, before, after }) => ({ action, before, after })).reverse();
}

describe('editing an admin', () => {
  it('changes only the given fields', async () => {
    const { id } = await makeAdminActor(world, 'support', { name: 'Mina' });
    const { body, headers } = await root.put(`/admin/admins/${id}`, { name: 'Mina Okafor' });
    expect(body).toMatchObject({
      name: 'Mina Okafor',
      role: 'support',
      is_active: true,
      token_version: 1,
      revision: 2,
    });
    expect(headers.etag).toBe('"2"');
    expect(await entriesOf(id)).toEqual([
      { action: 'admin.update', before: { name: 'Mina' }, after: { name: 'Mina Okafor' } },
    ]);
  });
  it('assigns another role, built-in or custom, and ends the sessions', async () => {
    const { id } = await makeAdminActor(world, 'support');
    await makeRole(world, 'night desk', ['users:read']);
    const { body } = await root.put(`/admin/admins/${id}`, { role: 'Night Desk' });
    expect(body).toMatchObject({ role: 'night desk', permissions: ['users:read'], token_version: 2 });
    expect(await entriesOf(id)).toEqual([
      {
        action: 'admin.update',
        before: { role: 'support', permissions: inOrder(builtInRoles.support.baseline) },
        after: { role: 'night desk', permissions: ['users:read'] },
      },
    ]);
  });
  it('disables and enables, each with an audit entry of its own', async () => {
    const { id } = await makeAdminActor(world, 'support');
    const disabled = await root.put(`/admin/admins/${id}`, { is_active: false });
    expect(disabled.body).toMatchObject({ is_active: false, token_version: 2 });
    expect(disabled.body.allowed).toEqual(['update', 'enable', 'delete', 'force_logout', 'reset_password']);
    const enabled = await root.put(`/admin/admins/${id}`, { is_active: true });
    expect(enabled.body).toMatchObject({ is_active: true, token_version: 2, revision: 3 });
    expect(await entriesOf(id)).toEqual([
      { action: 'admin.disable', before: { is_active: true }, after: { is_active: false } },
      { action: 'admin.enable', before: { is_active: false }, after: { is_active: true } },
    ]);
  });
  it('can do all of it at once, with separate audit entries for the edit and the disabling', async () => {
    const { id } = await makeAdminActor(world, 'support', { name: 'Mina' });
    await root.put(`/admin/admins/${id}`, { name: 'Mo', role: 'analyst', is_active: false });
    expect(await entriesOf(id)).toEqual([
      {
        action: 'admin.update',
        before: { name: 'Mina', role: 'support', permissions: inOrder(builtInRoles.support.baseline) },
        after: { name: 'Mo', role: 'analyst', permissions: inOrder(builtInRoles.analyst.baseline) },
      },
      { action: 'admin.disable', before: { is_active: true }, after: { is_active: false } },
    ]);
  });
  it.each([{}, { name: 'Mina', role: 'SUPPORT', is_active: true }])(
    'with %j, which changes nothing, leaves revision, sessions and audit log as they are',
    async (edit) => {
      const admin = await makeAdminActor(world, 'support', { name: 'Mina' });
      const before = (await root.get(`/admin/admins/${admin.id}`)).body;
      expect((await root.put(`/admin/admins/${admin.id}`, edit, unchanged)).body).toEqual(before);
      expect(await entriesOf(admin.id)).toEqual([]);
      expect((await admin.get('/admin/admins/me')).status).toBe(200);
    },
  );
  it('can be previewed in a dry run, including errors', async () => {
    const { id } = await makeAdminActor(world, 'support', { name: 'Mina' });
    const { body } = await root.put(`/admin/admins/${id}?dryRun=true`, { name: 'Mo', is_active: false });
    expect(body).toMatchObject({
      dryRun: true,
      status: 200,
      body: { name: 'Mo', is_active: false, revision: 2 },
      effects: {
        audit: [{ action: 'admin.update' }, { action: 'admin.disable' }],
        changes: [
          { type: 'admin', id, before: { name: 'Mina' }, after: { name: 'Mo' } },
          { type: 'admin', id, before: { is_active: true }, after: { is_active: false } },
        ],
      },
    });
    expect((await root.get(`/admin/admins/${id}`)).body).toMatchObject({ name: 'Mina', is_active: true, revision: 1 });
    expect(await entriesOf(id)).toEqual([]);
  });
  it.each([
    ['an unknown role', { role: 'no such role' }, 404, 'not_found'],
    ['an email, which stays', { email: 'new@example.com' }, 400, 'validation_failed'],
    ['a password', { password: 'seven gulls over the pier' }, 400, 'validation_failed'],
    ['a token version', { token_version: 1 }, 400, 'validation_failed'],
    ['null for a name', { name: null }, 400, 'validation_failed'],
    ['words for a switch', { is_active: 'false' }, 400, 'validation_failed'],
  ])('refuses %s', async (_case, edit, status, error) => {
    const { id } = await makeAdminActor(world, 'support');
    expect((await root.put(`/admin/admins/${id}`, edit)).body).toMatchObject({ statusCode: status, error });
  });
  it('reports a missing admin before an invalid body', async () => {
    expect((await root.put(`/admin/admins/${newId()}`, { nonsense: 1 })).body).toMatchObject({ error: 'not_found' });
    expect((await root.put('/admin/admins/no-id', { nonsense: 1 })).body).toMatchObject({ error: 'not_found' });
  });
});

describe('a concurrent edit', () => {
  const edit = (id: string, name: string, tag: string) =>
    root.put(`/admin/admins/${id}`, { name }, { headers: { 'if-match': tag } });
  it('is refused if its revision is outdated', async () => {
    const { id } = await makeAdminActor(world, 'support', { name: 'Mina' });
    expect((await edit(id, 'First', '"1"')).status).toBe(200);
    expect((await edit(id, 'Second', '"1"')).body).toEqual({ statusCode: 412, error: 'stale_write' });
    expect((await edit(id, 'Third', '"2"')).status).toBe(200);
    expect((await edit(id, 'Fourth', '*')).status).toBe(200);
  });
  it('of one revision succeeds once of ten', async () => {
    const { id } = await makeAdminActor(world, 'support', { name: 'Mina' });
    const names = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
    const answers = await releaseTogether(world, { table: 'admins', most: 3 }, () =>
      Promise.all(names.map((name) => edit(id, name, '"1"'))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    expect(await entriesOf(id)).toHaveLength(1);
  });
  it('conflicts with a forced logout and a password reset too', async () => {
    const { id } = await makeAdminActor(world, 'support');
    await root.post(`/admin/admins/${id}/force-logout`);
    expect((await edit(id, 'Late', '"1"')).status).toBe(412);
  });
});

describe('the number of holders of a role', () => {
  it('includes disabled admins but not deleted ones', async () => {
    await makeRole(world, 'day desk', ['users:read']);
    const holders = async () => (await root.get('/admin/roles/day desk')).body.admin_count;
    expect(await holders()).toBe(0);
    const one = await makeAdminActor(world, 'day desk');
    const two = await makeAdminActor(world, 'day desk');
    await root.put(`/admin/admins/${one.id}`, { is_active: false });
    expect(await holders()).toBe(2);
    await root.delete(`/admin/admins/${one.id}`);
    await root.put(`/admin/admins/${two.id}`, { role: 'support' });
    expect(await holders()).toBe(0);
  });
});
