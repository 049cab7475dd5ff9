import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { email: 'root@example.com', name: 'Root' });
await makeAdminActor(world, 'support', { email: 'mina.okafor@example.com', name: 'Mina Okafor' });
await makeAdminActor(world, 'support', { email: 'putri@example.com', name: 'Putri 100%', isActive: false });
await makeAdminActor(world, 'finance', { email: 'kwame_boateng@example.com', name: 'Kwame' });
await makeAdminActor(world, 'analyst', { email: 'layla@example.com', name: 'ليلى حداد' });
await makeAdminActor(world, 'analyst', { email: 'back@example.com', name: 'Back\\slash' });

interface Page {
  items: { id: string; email: string; created_at: string }[];
  nextCursor: string | null;
}
const list = (query = '') => root.get<Page>(`/admin/admins${query}`);
const emails = async (query: string) =>
  (await list(query)).body.items.map(({ email }) => email.replace('@example.com', '')).sort();

describe('the list of admins', () => {
  it('shows all fields, newest first, with the allowed actions', async () => {
    const { body } = await list();
    expect(body.nextCursor).toBeNull();
    expect(body.items).toHaveLength(6);
    const times = body.items.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(body.items.at(-1)).toEqual((await root.get(`/admin/admins/${root.id}`)).body);
  });
  it.each([
    ['?q=mina', ['mina.okafor']],
    ['?q=OKAFOR', ['mina.okafor']],
    ['?q=%40example.com&role=support', ['mina.okafor', 'putri']],
    [`?q=${encodeURIComponent('ليلى')}`, ['layla']],
    ['?q=%25', ['putri']],
    ['?q=_', ['kwame_boateng']],
    ['?q=%5C', ['back']],
    ['?q=nobody', []],
    ['?q=%27%20or%20true%20--', []],
    ['?role=Support', ['mina.okafor', 'putri']],
    ['?role=no+such+role', []],
    ['?is_active=false', ['putri']],
    ['?is_active=true&role=support', ['mina.okafor']],
  ])('answers %s with %j', async (query, expected) => {
    expect(await emails(query)).toEqual(expected);
  });
  it.each([
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?limit=ten', 'limit'],
    ['?is_active=perhaps', 'is_active'],
    ['?rolle=support', 'rolle'],
    ['?sort=password_hash', 'sort'],
    ['?q=a&q=b', 'q'],
  ])('refuses %s instead of showing more than was asked for', async (query, path) => {
    expect((await list(query)).body).toMatchObject({ error: 'validation_failed', details: [{ path }] });
  });
  it('is for superadmins only', async () => {
    const finance = await makeAdminActor(world.another(), 'finance', { email: 'other.finance@example.com' });
    expect((await finance.get('/admin/admins')).status).toBe(403);
    await root.delete(`/admin/admins/${finance.id}`);
  });
});

describe('paging through admins', () => {
  async function walk(limit: number, between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: Page } = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
      await between();
    }
    return seen;
  }
  it('returns every admin once, for any page size', async () => {
    const all = (await list()).body.items.map(({ id }) => id);
    for (const limit of [1, 2, 3, 5, 6, 200]) expect(await walk(limit)).toEqual(all);
  });
  it('returns admins created at the same time once', async () => {
    await world.clock.stopAt('2020-01-01T00:00:00Z');
    for (let index = 0; index < 7; index++) await makeAdminActor(world, 'moderator');
    await world.clock.shift('0');
    const seen = await walk(2);
    expect(seen).toHaveLength(13);
    expect(new Set(seen).size).toBe(13);
  });
  it('returns every older admin once while others are created', async () => {
    const before = (await list('?limit=200')).body.items.map(({ id }) => id);
    expect(await walk(4, () => makeAdminActor(world, 'moderator'))).toEqual(before);
  });
  it('refuses a cursor that is damaged, forged, or of another list', async () => {
    const cursor = String((await list('?limit=1')).body.nextCursor);
    const roles = String((await root.get('/admin/roles?limit=1')).body.nextCursor);
    const filtered = String((await list('?limit=1&role=moderator')).body.nextCursor);
    for (const other of [`${cursor}x`, cursor.slice(1), 'x', '', '%00', '..', roles, filtered]) {
      expect((await list(`?cursor=${other}`)).body, other).toMatchObject({ statusCode: 400 });
    }
    expect((await list(`?cursor=${roles}`)).body).toEqual({ statusCode: 400, error: 'invalid_cursor' });
    expect((await list(`?cursor=${filtered}&role=support`)).body).toMatchObject({ error: 'invalid_cursor' });
  });
  it('accepts filters in any order', async () => {
    const { body } = await list('?role=moderator&is_active=true&limit=2');
    expect((await list(`?limit=3&is_active=true&role=moderator&cursor=${body.nextCursor}`)).status).toBe(200);
  });
});
