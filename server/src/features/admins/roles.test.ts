import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { permissions } from '../access/rules.ts';
import { builtInRoles } from './rules.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { email: 'root@example.com' });
const notFound = { statusCode: 404, error: 'not_found' };
const taken = { statusCode: 409, error: 'role_name_taken' };
const unknown = (...named: string[]) => ({ statusCode: 400, error: 'unknown_permission', permissions: named });
const protectedRole = { statusCode: 409, error: 'system_role_protected' };

interface Role {
  id: string;
  name: string;
  permissions: string[];
}
interface RolePage {
  items: Role[];
  nextCursor: string | null;
}
const create = (name: string, more: Record<string, unknown> = {}) =>
  root.post<Role>('/admin/roles', { name, permissions: ['users:read'], ...more });
const edit = (role: string, change: Record<string, unknown>, options = {}) =>
  root.put<Role>(`/admin/roles/${encodeURIComponent(role)}`, change, options);
interface Entries {
  readonly items: readonly { readonly before: unknown; readonly after: unknown }[];
}
const entriesOf = async (id: string): Promise<Entries['items']> =>
  (await root.get<Entries>(`/admin/audit-log?targetType=role&targetId=${id}`)).body.items;

describe('creating a role', () => {
  it('returns the whole role with sorted, distinct permissions', async () => {
    const given = { description: 'After hours', permissions: ['wallet:read', 'users:read', 'wallet:read'] };
    const { status, body, headers } = await create('  night desk ', given);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'night desk',
      description: 'After hours',
      permissions: ['users:read', 'wallet:read'],
      baseline: [],
      is_system: false,
      admin_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      revision: 1,
      allowed: ['update', 'delete'],
    });
    expect(headers.etag).toBe('"1"');
    const after = { name: 'night desk', description: 'After hours', permissions: ['users:read', 'wallet:read'] };
    expect(await entriesOf(body.id)).toMatchObject([
      { action: 'role.create', admin_id: root.id, admin_email: root.email, before: null, after },
    ]);
  });
  it.each([
    ['in wide letters', '\uff53\uff55\uff50\uff50\uff4f\uff52\uff54'],
    ['with spaces of another kind', '\u3000support\u00a0'],
  ])('takes a name %s for the one it reads as', async (_how, name) => {
    expect((await create(name)).body).toEqual(taken);
  });
  it('treats composed letters and ligatures as the same name', async () => {
    expect((await create('de\u0301sk \ufb01ne')).body.name).toBe('d\u00e9sk fine');
    expect((await create('d\u00e9sk fine')).body).toEqual(taken);
    expect((await root.get(`/admin/roles/${encodeURIComponent('D\u00c9SK \ufb01ne')}`)).status).toBe(200);
  });
  it.each([
    ['a mark that turns the reading order', 'desk\u202etroppus'],
    ['a mark that is not seen', 'sup\u200bport'],
    ['a line break', 'night\ndesk'],
    ['the form of an id', newId()],
    ['nothing but a wide space', '\u3000'],
  ])('refuses a name with %s', async (_what, name) => {
    expect((await create(name)).body).toMatchObject({ error: 'validation_failed', details: [{ path: 'name' }] });
  });
  it('accepts all permissions or none', async () => {
    expect((await create('everything', { permissions: [...permissions] })).body.permissions).toEqual([...permissions]);
    expect((await create('nothing', { permissions: [] })).body.permissions).toEqual([]);
  });
  it.each([[['*']], [['users:read', '*']], [['users:fly']], [['']], [['Users:read']], [['users:*']]])(
    'refuses the permissions %j: everything is for superadmins, and the list is closed',
    async (given) => {
      expect((await create('greedy', { permissions: given })).body).toEqual(unknown(given.at(-1) ?? ''));
      expect((await root.get('/admin/roles/greedy')).body).toEqual(notFound);
    },
  );
  it('refuses an existing name in any case, including built-in roles', async () => {
    await create('Day Desk');
    for (const name of ['Day Desk', 'DAY desk', ' day desk ', 'superadmin', 'SuperAdmin', 'FINANCE']) {
      expect((await create(name)).body).toEqual(taken);
    }
  });
  it('with one name succeeds once of several concurrent requests', async () => {
    const names = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'Wanted' : 'wanted'));
    const statuses = (await Promise.all(names.map((name) => create(name)))).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });
  it.each([
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'x', permissions: 'users:read' }, 'permissions'],
    [{ name: 'x', is_system: true }, 'is_system'],
  ])('refuses %j', async (body, path) => {
    const answer = await root.post('/admin/roles', { permissions: [], ...body });
    const details = expect.arrayContaining([expect.objectContaining({ path, message: expect.any(String) })]);
    expect(answer.body).toEqual({ statusCode: 400, error: 'validation_failed', details });
  });
  it('can be previewed in a dry run', async () => {
    const { body } = await root.post('/admin/roles?dryRun=true', { name: 'dry', permissions: ['users:read'] });
    expect(body).toMatchObject({ dryRun: true, status: 201, effects: { changes: [{ type: 'role' }] } });
    expect((await root.get('/admin/roles/dry')).body).toEqual(notFound);
  });
});

describe('reading roles', () => {
  it('works by id and by name, case-insensitively', async () => {
    const { body } = await create('Weekend desk');
    for (const key of [body.id, body.id.toUpperCase(), 'Weekend desk', 'weekend DESK']) {
      expect((await root.get(`/admin/roles/${encodeURIComponent(key)}`)).body).toEqual(body);
    }
    for (const key of [newId(), 'no such role', '%00', 'weekend']) {
      expect((await root.get(`/admin/roles/${key}`)).body).toEqual(notFound);
    }
  });
  it('lists all, newest first, with the baselines of built-in roles', async () => {
    const { body } = await root.get<{ items: Role[]; nextCursor: null }>('/admin/roles?limit=200');
    expect(body.nextCursor).toBeNull();
    const names = body.items.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(builtInRoles), 'night desk']));
    expect(names[0]).toBe('Weekend desk');
    for (const [name, { baseline }] of Object.entries(builtInRoles)) {
      const shown = body.items.find((role) => role.name === name);
      expect(shown).toMatchObject({ is_system: true, baseline: [...baseline], allowed: ['update'] });
      expect(new Set(shown?.permissions)).toEqual(new Set(baseline));
    }
  });
  it('returns every role once across pages', async () => {
    const all = await root.get<{ items: Role[] }>('/admin/roles?limit=200');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: RolePage } = await root.get(`/admin/roles?limit=4${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(all.body.items.map(({ id }) => id));
  });
});

describe('editing a custom role', () => {
  it('changes only the given fields, and audits both lists of permissions', async () => {
    const { id } = (await create('early desk')).body;
    const permissions = ['users:read', 'users:ban'];
    const { body } = await edit('early desk', { permissions: permissions.toReversed() });
    expect(body).toMatchObject({ name: 'early desk', permissions, revision: 2 });
    await edit(id, { name: 'Early Desk', description: 'Before eight' });
    const [renamed, extended, created] = await entriesOf(id);
    expect([renamed, extended]).toMatchObject([{ action: 'role.update' }, { action: 'role.update' }]);
    expect(renamed?.before).toEqual({ name: 'early desk', description: '', permissions });
    expect(renamed?.after).toEqual({ name: 'Early Desk', description: 'Before eight', permissions });
    expect(extended?.before).toEqual({ permissions: ['users:read'] });
    expect(extended?.after).toEqual({ permissions });
    expect(created).toMatchObject({ action: 'role.create' });
  });
  it('without changes is not audited', async () => {
    const { body } = await create('calm desk', { permissions: ['users:read', 'wallet:read'] });
    const same = { name: ' calm desk ', permissions: ['wallet:read', 'users:read', 'users:read'] };
    expect((await edit(body.id, same, { changesNothing: true })).body).toEqual(body);
    expect(await entriesOf(body.id)).toHaveLength(1);
  });
  it('refuses an existing name, unknown permissions and an outdated revision', async () => {
    const { id } = (await create('late desk')).body;
    expect((await edit(id, { name: 'Analyst' })).body).toEqual(taken);
    for (const one of ['*', 'users:fly']) {
      expect((await edit(id, { permissions: ['users:read', one] })).body).toEqual(unknown(one));
    }
    const stale = await edit(id, { description: 'x' }, { headers: { 'if-match': '"7"' } });
    expect(stale.body).toEqual({ statusCode: 412, error: 'stale_write' });
    expect((await edit(newId(), { nonsense: 1 })).body).toEqual(notFound);
  });
  it('of one revision succeeds once of ten', async () => {
    const { id } = (await create('busy desk')).body;
    const answers = await releaseTogether(world, { table: 'roles', most: 3 }, () =>
      Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          edit(id, { description: `Edit ${index}` }, { headers: { 'if-match': '"1"' } }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
  });
});

describe('editing a built-in role', () => {
  const baseline = [...builtInRoles.moderator.baseline];
  it('can add permissions and remove the added ones', async () => {
    const { body } = await edit('moderator', { permissions: [...baseline, 'audit:read'] });
    expect(body.permissions).toEqual(expect.arrayContaining([...baseline, 'audit:read']));
    expect((await edit('moderator', { permissions: baseline })).body.permissions).not.toContain('audit:read');
  });
  it('cannot remove baseline permissions, and lists the missing ones', async () => {
    const without = baseline.filter((permission) => !['users:ban', 'catalog:read'].includes(permission));
    expect((await edit('moderator', { permissions: [...without, 'audit:read'] })).body).toEqual({
      statusCode: 409,
      error: 'baseline_permission_required',
      missing: ['users:ban', 'catalog:read'],
    });
    const { body } = await edit('superadmin', { permissions: [...permissions] });
    expect(body).toMatchObject({ error: 'baseline_permission_required', missing: ['*'] });
  });
  it('cannot change the name or description, but may repeat them', async () => {
    const { description } = builtInRoles.moderator;
    expect((await edit('moderator', { name: 'Moderator' })).body).toEqual(protectedRole);
    expect((await edit('moderator', { description: 'Other' })).body).toEqual(protectedRole);
    expect((await edit('moderator', { name: 'moderator', description }, { changesNothing: true })).status).toBe(200);
  });
  it('is the only change: it cannot be deleted', async () => {
    for (const name of Object.keys(builtInRoles)) {
      expect([name, (await root.delete(`/admin/roles/${name}`)).body]).toEqual([name, protectedRole]);
      expect((await root.get(`/admin/roles/${name}`)).status).toBe(200);
    }
  });
  it('keeps all permissions of the superadmin, also in the database', async () => {
    const stored = world.database.pool.query(`update roles set permissions = '{}' where name = 'superadmin'`);
    await expect(stored).rejects.toMatchObject({ constraint: 'roles_superadmin_holds_all' });
  });
  it('gives `*` to no other role', async () => {
    expect((await edit('support', { permissions: [...builtInRoles.support.baseline, '*'] })).body).toEqual(
      unknown('*'),
    );
    const stored = world.database.pool.query(`update roles set permissions = '{*}' where name = 'everything'`);
    await expect(stored).rejects.toMatchObject({ constraint: 'roles_only_system_roles_hold_all' });
  });
});

describe('roles', () => {
  it('are for superadmins only, also for reading', async () => {
    await makeRole(world, 'all but everything', [...permissions]);
    const almost = await makeAdminActor(world, 'all but everything');
    const answers = [
      await almost.get('/admin/roles'),
      await almost.get('/admin/roles/support'),
      await almost.post('/admin/roles', { name: 'mine', permissions: [] }),
      await almost.put('/admin/roles/all but everything', { permissions: [] }),
    ];
    const refused = { statusCode: 403, error: 'insufficient_permissions', required: ['*'] };
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => refused));
  });
});
