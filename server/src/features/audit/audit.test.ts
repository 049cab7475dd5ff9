import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, tokenFor } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

interface Page {
  items: { id: string; action: string; created_at: string }[];
  nextCursor: string | null;
}

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { email: 'root@example.com' });
const second = await makeAdminActor(world, 'superadmin', { email: 'second@example.com' });
/** The weakest of the built-in roles that may look. */
const finance = await makeAdminActor(world, 'finance');
const mina = await makeAdminActor(world, 'support', { name: 'Mina' });
const omar = await makeAdminActor(world, 'support', { name: 'Omar' });

/** Does something at a moment, with a token of that moment. */
async function actAt(moment: string, admin: AdminActor, url: string, body: unknown): Promise<void> {
  await world.clock.stopAt(moment);
  const actor = withToken(world, await tokenFor(world, admin.id, { issuedAt: new Date(moment) }));
  expect((await actor.put(url, body)).status).toBe(200);
  await world.clock.shift('0');
}

// Three days of work, at the edges of the days.
await actAt('2031-03-01T00:00:00.000Z', root, `/admin/admins/${mina.id}`, { name: 'Mina A' });
await actAt('2031-03-01T23:59:59.999Z', second, `/admin/admins/${mina.id}`, { name: 'Mina B' });
await actAt('2031-03-02T00:00:00.000Z', root, `/admin/admins/${omar.id}`, { is_active: false });
await actAt('2031-03-02T12:00:00.000Z', second, `/admin/admins/${omar.id}`, { is_active: true });
await actAt('2031-03-03T23:59:59.999Z', root, '/admin/roles/analyst', { permissions: await analystAnd('audit:read') });

async function analystAnd(permission: string): Promise<string[]> {
  const { body } = await root.get<{ permissions: string[] }>('/admin/roles/analyst');
  return [...body.permissions, permission];
}

const list = (query: string) => finance.get<Page>(`/admin/audit-log${query}`);
const times = async (query: string) =>
  (await list(query)).body.items.map(({ created_at }) => created_at.slice(8, 19).replace('T', ' '));
const within = '&dateFrom=2031-03-01&dateTo=2031-03-03';

describe('an entry of the audit log', () => {
  it('contains the actor, action, target, origin, request and changed fields', async () => {
    const { id } = await makeAdminActor(world, 'support', { name: 'Putri' });
    const requestId = `request-${newId()}`;
    const headers = { 'x-request-id': requestId };
    const answer = await root.put(`/admin/admins/${id}`, { name: 'Putri Lestari' }, { headers, changesNothing: true });
    expect(answer.headers['x-request-id']).toBe(requestId);
    const { body } = await list(`?targetId=${id}`);
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        action: 'admin.update',
        admin_id: root.id,
        admin_email: 'root@example.com',
        admin_name: expect.any(String),
        target_type: 'admin',
        target_id: id,
        target_label: 'Putri Lestari',
        target_label_i18n: {},
        target_picture_id: null,
        target_context: null,
        target_about: null,
        target_bought: null,
        target_user: null,
        reason: null,
        before: { name: 'Putri' },
        after: { name: 'Putri Lestari' },
        flags: {},
        request_id: requestId,
        ip: '127.0.0.1',
        created_at: expect.any(String),
        undoable: false,
      },
    ]);
    const undo = { blocked: 'not_undoable', required: null, later: null };
    expect((await finance.get(`/admin/audit-log/${body.items[0]?.id}`)).body).toEqual({ ...body.items[0], undo });
  });
  it('contains the complete permissions before and after a role change', async () => {
    const { body } = await finance.get<{ items: unknown[] }>('/admin/audit-log?action=role.update');
    const before = ['catalog:read', 'publishing:read', 'curation:read', 'pricing:read', 'analytics:read'];
    expect(body.items).toMatchObject([
      { before: { permissions: before }, after: { permissions: [...before, 'audit:read'] } },
    ]);
  });
  it('is not written for refused requests and reads', async () => {
    const count = async () => (await list('?limit=200')).body.items.length;
    const before = await count();
    await root.put(`/admin/admins/${root.id}`, { role: 'no such role' });
    await root.put(`/admin/admins/${mina.id}`, { name: 'Stale' }, { headers: { 'if-match': '"99"' } });
    await finance.post('/admin/roles', { name: 'mine', permissions: [] });
    await root.get('/admin/admins');
    expect(await count()).toBe(before);
  });
  it('is not found under an unknown id', async () => {
    for (const id of [newId(), 'no-id']) {
      expect((await finance.get(`/admin/audit-log/${id}`)).body).toEqual({ statusCode: 404, error: 'not_found' });
    }
  });
});

describe('the audit log', () => {
  it('requires audit:read, which finance has and support has not', async () => {
    const entry = (await list('?limit=1')).body.items[0]?.id;
    for (const url of ['/admin/audit-log', `/admin/audit-log/${entry}`]) {
      expect((await finance.get(url)).status).toBe(200);
      const support = await makeAdminActor(world, 'support');
      expect((await support.get(url)).body).toMatchObject({ statusCode: 403, required: ['audit:read'] });
    }
  });
  it.each([
    ['an action', `?action=admin.update${within}`, ['01 23:59:59', '01 00:00:00']],
    ['who did it', `?adminId=${second.id}${within}`, ['02 12:00:00', '01 23:59:59']],
    ['who did it, in capitals', `?adminId=${second.id.toUpperCase()}${within}`, ['02 12:00:00', '01 23:59:59']],
    ['a kind of thing', `?targetType=role${within}`, ['03 23:59:59']],
    ['one thing', `?targetId=${omar.id}${within}`, ['02 12:00:00', '02 00:00:00']],
    [
      'all of it at once',
      `?targetType=admin&targetId=${mina.id}&adminId=${root.id}&action=admin.update${within}`,
      ['01 00:00:00'],
    ],
    ['a thing of another kind', `?targetType=role&targetId=${mina.id}${within}`, []],
    ['an admin that is none', '?adminId=nobody', []],
    ['an admin who does not exist', `?adminId=${newId()}`, []],
    ['an action that does not exist', '?action=no.such', []],
    ['half of an action', '?action=admin', []],
  ])('can be asked for %s', async (_case, query, expected) => {
    expect(await times(query)).toEqual(expected);
  });
  it.each([
    ['2031-03-01', '2031-03-01', ['01 23:59:59', '01 00:00:00']],
    ['2031-03-02', '2031-03-02', ['02 12:00:00', '02 00:00:00']],
    ['2031-03-02', '2031-03-03', ['03 23:59:59', '02 12:00:00', '02 00:00:00']],
    ['2031-03-04', '2031-12-31', []],
  ])('includes both days of %s to %s', async (from, to, expected) => {
    expect(await times(`?dateFrom=${from}&dateTo=${to}`)).toEqual(expected);
  });
  it('accepts either bound alone', async () => {
    expect(await times('?dateFrom=2031-03-03')).toEqual(['03 23:59:59']);
    expect((await times('?limit=200')).length).toBe((await times('?dateTo=2031-03-03&limit=200')).length);
  });
  it.each([
    ['?dateFrom=2031-03-02&dateTo=2031-03-01', 'dateFrom'],
    ['?dateFrom=2031-02-30', 'dateFrom'],
    ['?dateFrom=2031-3-1', 'dateFrom'],
    ['?dateTo=2031-03-01T00:00:00Z', 'dateTo'],
    ['?admin_id=x', 'admin_id'],
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
  ])('refuses %s', async (query, path) => {
    expect((await list(query)).body).toMatchObject({ error: 'validation_failed', details: [{ path }] });
  });
});

describe('paging through the audit log', () => {
  it('returns every entry once, newest first, while others are written', async () => {
    const all = (await list('?limit=200')).body.items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: Page } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
      await actAt('2031-04-01T00:00:00Z', root, `/admin/admins/${mina.id}`, { name: `Mina ${seen.length}` });
    }
    expect(seen).toEqual(all);
    expect((await list('?limit=200')).body.items.length).toBeGreaterThan(all.length);
  });
  it('continues with the same filters in any order, and with no others', async () => {
    const { body } = await list(`?targetType=admin&adminId=${root.id}&limit=1`);
    const next = (query: string) => list(`${query}&cursor=${body.nextCursor}`);
    expect((await next(`?limit=5&adminId=${root.id}&targetType=admin`)).status).toBe(200);
    for (const query of [
      '?limit=5',
      `?adminId=${second.id}&targetType=admin`,
      `?adminId=${root.id}&dateTo=2031-03-03`,
    ]) {
      expect((await next(query)).body).toEqual({ statusCode: 400, error: 'invalid_cursor' });
    }
  });
});
