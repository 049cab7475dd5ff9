import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { SegmentRule } from './rules.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const analyst = await makeAdminActor(world, 'analyst');

interface Segment {
  id: string;
  name: string;
  rule: SegmentRule;
  usedBy: { type: string; id: string; label: string }[];
  revision: number;
  allowed: string[];
  error?: string;
  details?: { path: string; message: string }[];
}

const create = (rule: object, name = 'Some') => finance.post<Segment>('/admin/segments', { name, rule });

async function promoFor(segmentId: string): Promise<string> {
  const { body, status } = await finance.post<{ id: string }>('/admin/promos', {
    code: `P${segmentId.slice(-12)}`,
    type: 'coin_grant',
    config: { amount: 10 },
    budgetCoins: 100,
    segmentId,
    window: { start: '2026-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' },
  });
  expect(status).toBe(201);
  return body.id;
}

describe('a segment', () => {
  it('is created, read, edited and deleted with pricing:write, and audited', async () => {
    const made = await create(
      { countries: ['eg', 'EG', 'id'], languages: ['AR', 'in'], platforms: ['iOS'] },
      ' Buyers ',
    );
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Buyers', usedBy: [], revision: 1, allowed: ['update', 'delete'] });
    expect(made.body.rule).toEqual({ countries: ['EG', 'ID'], languages: ['ar', 'id'], platforms: ['ios'] });
    const url = `/admin/segments/${made.body.id}`;
    expect((await analyst.get<Segment>(url)).body).toEqual({ ...made.body, allowed: [] });
    const edited = await finance.put<Segment>(url, { rule: { guest: true } }, { headers: { 'if-match': '"1"' } });
    expect(edited.body).toMatchObject({ name: 'Buyers', rule: { guest: true }, revision: 2 });
    expect((await finance.put(url, { name: 'Other' }, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await finance.put<Segment>(url, { name: 'Buyers' }, { changesNothing: true })).body.revision).toBe(2);
    expect((await analyst.get<{ items: Segment[] }>('/admin/segments')).body.items).toEqual([
      { ...edited.body, allowed: [] },
    ]);
    expect((await finance.delete(url)).status).toBe(204);
    expect((await finance.get(url)).status).toBe(404);
  });

  it('has the reasons of its changes in the audit log', async () => {
    const body = { name: 'Noted', rule: { guest: true }, note: 'For the spring sale' };
    const { id } = (await finance.post<Segment>('/admin/segments', body)).body;
    await finance.put(`/admin/segments/${id}`, { name: 'Noted again', note: 'A clearer name' });
    const log = `/admin/audit-log?targetType=segment&targetId=${id}`;
    const { items } = (await finance.get<{ items: { reason: string }[] }>(log)).body;
    expect(items.map(({ reason }) => reason)).toEqual(['A clearer name', 'For the spring sale']);
    await finance.delete(`/admin/segments/${id}`);
  });

  it('is found by a part of its name, case-insensitive', async () => {
    const made = await create({ guest: true }, 'Lapsed_buyers 50% off');
    const find = async (q: string) =>
      (await analyst.get<{ items: Segment[] }>(`/admin/segments?q=${encodeURIComponent(q)}`)).body.items.map(
        ({ id }) => id,
      );
    expect(await find('lapsed_BUY')).toEqual([made.body.id]);
    expect(await find('50% off')).toEqual([made.body.id]);
    expect(await find('lapsed%off')).toEqual([]);
    expect((await analyst.get('/admin/segments?q=')).status).toBe(400);
    await finance.delete(`/admin/segments/${made.body.id}`);
  });

  it('cannot be changed with pricing:read only', async () => {
    expect((await analyst.post('/admin/segments', { name: 'x', rule: {} })).status).toBe(403);
  });

  it.each([
    [{ countries: ['ZZ'] }, 'rule.countries.0'],
    [{ languages: ['zz'] }, 'rule.languages.0'],
    [{ countries: [] }, 'rule.countries'],
    [{ minSpendCents: 10, maxSpendCents: 9 }, 'rule.maxSpendCents'],
    [{ minSpendCents: -1 }, 'rule.minSpendCents'],
    [{ registeredAfter: '2026-01-02T00:00:00Z', registeredBefore: '2026-01-02T00:00:00Z' }, 'rule.registeredBefore'],
    [{ registeredAfter: '2026-01-02T00:00:00' }, 'rule.registeredAfter'],
    [{ seenWithinDays: 0 }, 'rule.seenWithinDays'],
    [{ spend: 3 }, 'rule.spend'],
  ])('with the rule %o is refused with the invalid field', async (rule, path) => {
    for (const { status, body } of [
      await create(rule),
      await finance.post<Segment>('/admin/segments/preview', { rule }),
    ]) {
      expect([status, body.error, body.details?.map((one) => one.path)]).toEqual([400, 'validation_failed', [path]]);
    }
  });

  it('lists its promos, and cannot be deleted while there are any', async () => {
    const { id } = (await create({})).body;
    const promoId = await promoFor(id);
    const url = `/admin/segments/${id}`;
    const label = `P${id.slice(-12)}`.toUpperCase();
    expect((await finance.get<Segment>(url)).body).toMatchObject({
      usedBy: [{ type: 'promo', id: promoId, label }],
      allowed: ['update'],
    });
    for (const query of ['', '?dryRun=true']) {
      expect((await finance.delete<Segment>(`${url}${query}`)).body.error).toBe('segment_in_use');
    }
    expect((await finance.delete(`/admin/promos/${promoId}`)).status).toBe(204);
    expect((await finance.get<Segment>(url)).body.usedBy).toEqual([]);
    expect((await finance.delete(url)).status).toBe(204);
  });

  it('that is deleted while a promo is created for it either remains or is not found', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = (await create({})).body;
      const [made, deleted] = await Promise.all([
        finance.post<Segment>('/admin/promos', {
          code: `RACE-${round}`,
          type: 'trial_ext',
          config: { days: 3 },
          budgetCoins: 0,
          segmentId: id,
          window: { start: '2026-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' },
        }),
        finance.delete<Segment>(`/admin/segments/${id}`),
      ]);
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([made.status, deleted.status]);
    }
  });
});

describe('a preview', () => {
  const preview = async (rule: SegmentRule): Promise<number> =>
    (await analyst.post<{ count: number }>('/admin/segments/preview', { rule })).body.count;

  it('counts all users except deleted ones', async () => {
    const before = await preview({});
    const gone = await makeViewer(world);
    await makeViewer(world, { isGuest: true });
    expect(await preview({})).toBe(before + 2);
    await world.database.db
      .updateTable('users')
      .set({ status: 'deleted', email: null, password_hash: null })
      .where('id', '=', gone.id)
      .execute();
    expect(await preview({})).toBe(before + 1);
  });
});
