import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { mostViews } from './rules.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const analyst = await makeAdminActor(world, 'analyst');
const moderator = await makeAdminActor(world, 'moderator', { name: 'Omar' });

interface View {
  id: string;
  list: string;
  name: string;
  search: Record<string, unknown>;
  role: { id: string; name: string } | null;
  owner: { id: string; name: string };
  revision: number;
  allowed: string[];
  error?: string;
  required?: string[];
  details?: { path: string; message: string }[];
}

const save = (who: AdminActor, body: object) =>
  who.post<View>('/admin/saved-views', { list: 'users', search: {}, ...body });

async function namesOf(who: AdminActor, list = 'users'): Promise<string[]> {
  const { body } = await who.get<{ items: View[] }>(`/admin/saved-views?list=${list}`);
  return body.items.map(({ name }) => name);
}

const entriesOf = async (id: string) => {
  const url = `/admin/audit-log?targetType=saved_view&targetId=${id}`;
  const { body } = await root.get<{ items: Record<string, unknown>[] }>(url);
  return body.items.map(({ action, before, after, target_label }) => ({ action, before, after, target_label }));
};

describe('a private view', () => {
  it('is saved, changed and deleted by an admin who can open the list, seen by nobody else, and not audited', async () => {
    const search = { status: 'suspended', guest: true, limit: 100 };
    const made = await save(moderator, { name: ' Suspended ', search });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ list: 'users', name: 'Suspended', search, role: null, revision: 1 });
    expect(made.body).toMatchObject({
      owner: { id: moderator.id, name: 'Omar' },
      allowed: ['update', 'delete'],
    });
    const url = `/admin/saved-views/${made.body.id}`;
    const edited = await moderator.put<View>(url, { name: 'Banned', search: { status: 'banned' } });
    expect(edited.body).toMatchObject({ name: 'Banned', search: { status: 'banned' }, revision: 2 });
    expect(await namesOf(moderator)).toEqual(['Banned']);

    const colleague = await makeAdminActor(world, 'moderator');
    for (const other of [colleague, root]) {
      expect(await namesOf(other)).toEqual([]);
      expect((await other.put(url, { name: 'Mine' })).status).toBe(404);
      expect((await other.delete(url)).status).toBe(404);
    }
    expect((await moderator.delete(url)).status).toBe(204);
    expect(await namesOf(moderator)).toEqual([]);
    expect(await entriesOf(made.body.id)).toEqual([]);
  });

  it('is refused for a list that its owner cannot open, and hidden once they no longer can', async () => {
    const refused = await save(analyst, { name: 'Users' });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: 'insufficient_permissions', required: ['users:read'] });
    const mover = await makeAdminActor(world, 'analyst');
    await save(mover, { list: 'analytics', name: 'Indonesia' });
    await save(mover, { list: 'approvals-mine', name: 'Old ones' });
    await world.database.db
      .updateTable('admins')
      .set((eb) => ({ role_id: eb.selectFrom('roles').select('id').where('name', '=', 'moderator') }))
      .where('id', '=', mover.id)
      .execute();
    expect(await namesOf(mover, 'analytics')).toEqual([]);
    expect(await namesOf(mover, 'approvals-mine')).toEqual(['Old ones']);
  });

  it('has a name of its own among those of a list', async () => {
    await save(moderator, { name: 'Mine' });
    expect((await save(moderator, { list: 'comments-all', name: 'Mine' })).status).toBe(201);
    const again = await save(moderator, { name: 'Mine' });
    expect(again.body).toEqual({ statusCode: 409, error: 'view_name_taken' });
  });

  it('is not overwritten by an edit of an older revision', async () => {
    const { id } = (await save(moderator, { name: 'Revised' })).body;
    const url = `/admin/saved-views/${id}`;
    await moderator.put(url, { search: { guest: true } });
    const headers = { 'if-match': '"1"' };
    expect((await moderator.put(url, { name: 'Late' }, { headers })).status).toBe(412);
    expect((await moderator.put<View>(url, { name: 'Revised' })).body.revision).toBe(2);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x', list: 'nothing' }, 'list'],
    [{ name: 'x', search: { 'a b': 'c' } }, 'search.a b'],
    [{ name: 'x', search: { cursors: ['c'] } }, 'search.cursors'],
  ])('is refused if malformed: %j', async (body, path) => {
    const { status, body: answer } = await save(moderator, body);
    expect(status).toBe(400);
    expect(answer.details?.[0]?.path).toBe(path);
  });

  it(`is one of at most ${mostViews} of an admin, also when two are saved at once`, async () => {
    const keeper = await makeAdminActor(world, 'moderator');
    const rows = Array.from({ length: mostViews - 1 }, (_, index) => ({
      id: crypto.randomUUID(),
      admin_id: keeper.id,
      list: 'users',
      name: `View ${index}`,
      search: '{}',
    }));
    await world.database.db.insertInto('saved_views').values(rows).execute();
    // Both have begun before either counts.
    const client = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select from admins where id = $1 for update', [keeper.id]);
      const answers = Promise.all([save(keeper, { name: 'One' }), save(keeper, { name: 'Other' })]);
      answers.catch(() => undefined);
      await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(2);
      await client.query('commit');
      expect((await answers).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
      expect((await answers).find(({ status }) => status === 409)?.body).toMatchObject({ error: 'too_many_views' });
    } finally {
      await client.end();
    }
  });
});

describe('a shared view', () => {
  it('is seen by the holders of the role, changed by its owner or a superadmin, and audited without its values', async () => {
    const finance = await makeAdminActor(world, 'finance', { name: 'Kwame' });
    const colleague = await makeAdminActor(world, 'finance');
    const support = await makeAdminActor(world, 'support');
    const search = { userId: '01930000-0000-7000-8000-000000000011', q: 'noura@example.com' };
    const view = { list: 'transactions', name: 'Waiting', search, role: 'finance' };
    const { status, body } = await save(finance, view);
    expect(status).toBe(201);
    expect(body.role).toMatchObject({ name: 'finance' });
    expect(await namesOf(colleague, 'transactions')).toEqual(['Waiting']);
    expect(await namesOf(support, 'transactions')).toEqual([]);

    const url = `/admin/saved-views/${body.id}`;
    const seen = (await colleague.get<{ items: View[] }>('/admin/saved-views?list=transactions')).body.items[0];
    expect(seen).toMatchObject({ owner: { name: 'Kwame' }, allowed: [] });
    const refused = await colleague.put<View>(url, { name: 'Mine' });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: 'insufficient_permissions', required: ['*'] });
    expect((await colleague.delete(url)).status).toBe(403);

    expect((await root.put<View>(url, { name: 'Waiting long', role: 'support' })).body.role?.name).toBe('support');
    expect(await namesOf(support, 'transactions')).toEqual(['Waiting long']);
    expect(await namesOf(colleague, 'transactions')).toEqual([]);
    expect((await finance.put<View>(url, { role: null })).body).toMatchObject({ role: null });
    expect(await namesOf(support, 'transactions')).toEqual([]);
    await finance.put(url, { role: 'finance' });
    await finance.delete(url);

    const filters = ['q', 'userId'];
    const shared = { list: 'transactions', name: 'Waiting', role: 'finance', filters };
    const moved = { ...shared, name: 'Waiting long', role: 'support' };
    const alone = { ...moved, role: null };
    const back = { ...moved, role: 'finance' };
    const entries = await entriesOf(body.id);
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'saved_view.delete', before: back, after: null },
      { action: 'saved_view.update', before: alone, after: back },
      { action: 'saved_view.update', before: moved, after: alone },
      { action: 'saved_view.update', before: shared, after: moved },
      { action: 'saved_view.create', before: null, after: shared },
    ]);
    expect(entries[0]?.target_label).toBe('Waiting long');
    expect(JSON.stringify(entries)).not.toContain('noura');
  });

  it('is shared with one’s own role only, and by a superadmin with any that can open the list', async () => {
    const other = await save(moderator, { name: 'For support', role: 'support' });
    expect(other.body.details?.[0]).toMatchObject({ path: 'role', message: 'must be your own role' });
    const closed = await save(root, { name: 'For analysts', role: 'analyst' });
    expect(closed.body.details?.[0]).toMatchObject({ path: 'role', message: 'must be a role that can open the list' });
    expect((await save(root, { name: 'For nobody', role: 'nobody' })).status).toBe(404);
    expect((await save(root, { name: 'For support', role: 'support' })).status).toBe(201);
  });

  it('stays with the role when its owner is disabled or deleted, and what was private goes with them', async () => {
    const owner = await makeAdminActor(world, 'support', { name: 'Putri' });
    const heir = await makeAdminActor(world, 'support');
    await save(owner, { name: 'Own' });
    const { body } = await save(owner, { name: 'Ours', role: 'support' });
    await root.put(`/admin/admins/${owner.id}`, { is_active: false });
    expect(await namesOf(heir)).toContain('Ours');
    expect(await countOf(owner)).toBe(2);

    await root.delete(`/admin/admins/${owner.id}`);
    const { items } = (await heir.get<{ items: View[] }>('/admin/saved-views?list=users')).body;
    expect(items.find(({ id }) => id === body.id)).toMatchObject({ owner: { name: 'Putri' }, allowed: [] });
    expect(await countOf(owner)).toBe(1);
    expect((await root.delete(`/admin/saved-views/${body.id}`)).status).toBe(204);
  });

  it('is private again when its role is deleted, and goes if its owner was', async () => {
    const role = { name: 'night desk', permissions: ['users:read'] };
    const { id: roleId } = (await root.post<{ id: string }>('/admin/roles', role)).body;
    const [owner, gone] = [await makeAdminActor(world, 'night desk'), await makeAdminActor(world, 'night desk')];
    await save(owner, { name: 'Night', role: roleId });
    await save(gone, { name: 'Day', role: 'night desk' });
    await root.delete(`/admin/admins/${gone.id}`);
    await root.put(`/admin/admins/${owner.id}`, { role: 'support' });
    const { approvalId } = (await root.delete<{ approvalId: string }>(`/admin/roles/${roleId}`)).body;
    const second = await makeAdminActor(world, 'superadmin');
    expect((await second.post(`/admin/approvals/${approvalId}/approve`, {})).status).toBe(200);
    const kept = await world.database.db
      .selectFrom('saved_views')
      .select(['name', 'role_id', 'admin_id'])
      .where('admin_id', 'in', [owner.id, gone.id])
      .execute();
    expect(kept).toEqual([{ name: 'Night', role_id: null, admin_id: owner.id }]);
  });
});

const countOf = async ({ id }: AdminActor): Promise<number> =>
  (await world.database.db.selectFrom('saved_views').select('id').where('admin_id', '=', id).execute()).length;
