import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePromo, openWindow } from '../../../test/harness/promos.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const analyst = await makeAdminActor(world, 'analyst');

interface Promo {
  id: string;
  code: string;
  config: Record<string, unknown>;
  budgetCoins: number;
  spent_coins: number;
  window: { start: string; end: string };
  segmentId: string | null;
  segment: { id: string; name: string } | null;
  status: string;
  revision: number;
  allowed: string[];
  projectedExhaustionAt: string | null;
  error?: string;
  details?: { path: string; message: string }[];
}

const grant = { type: 'coin_grant', config: { amount: 50 }, budgetCoins: 1000, window: openWindow };
const create = (more: object) => finance.post<Promo>('/admin/promos', { ...grant, ...more });
const segmentIn = async (rule: object = {}): Promise<string> =>
  (await finance.post<{ id: string }>('/admin/segments', { name: 'Everybody', rule })).body.id;

describe('a promo', () => {
  it('is created as specified, and read by id and by code, case-insensitive', async () => {
    const body = {
      code: 'welcome50',
      type: 'coin_grant',
      budgetCoins: 5000,
      segmentId: null,
      window: openWindow,
      config: { amount: 50, max_uses_per_user: 1, trigger: 'manual_claim' },
    };
    const made = await finance.post<Promo>('/admin/promos', body);
    expect(made.status).toBe(201);
    const window = { start: new Date(openWindow.start).toISOString(), end: new Date(openWindow.end).toISOString() };
    expect(made.body).toMatchObject({
      type: 'coin_grant',
      budgetCoins: 5000,
      window,
      code: 'WELCOME50',
      config: body.config,
      spent_coins: 0,
      redemptions: 0,
      status: 'running',
      revision: 1,
      segmentId: null,
      segment: null,
      projectedExhaustionAt: null,
      allowed: ['update', 'delete'],
    });
    for (const name of [made.body.id, 'WELCOME50', 'Welcome50']) {
      expect((await analyst.get<Promo>(`/admin/promos/${name}`)).body).toEqual({ ...made.body, allowed: [] });
    }
    expect((await create({ code: 'WELCOME50' })).body.error).toBe('code_taken');
    expect((await analyst.post('/admin/promos', body)).status).toBe(403);
  });

  it('can be redeemed once per user by default', async () => {
    expect((await create({ code: 'ONCE' })).body.config).toEqual({
      amount: 50,
      max_uses_per_user: 1,
      trigger: 'manual_claim',
    });
  });

  it.each([
    ['no amount', { config: {} }, 'config.amount'],
    ['an amount of nothing', { config: { amount: 0 } }, 'config.amount'],
    ['half a coin', { config: { amount: 1.5 } }, 'config.amount'],
    ['a field of another type', { config: { amount: 5, days: 3 } }, 'config.days'],
    ['another trigger', { config: { amount: 5, trigger: 'daily' } }, 'config.trigger'],
    ['a budget for less than one use', { budgetCoins: 49 }, 'budgetCoins'],
    ['a negative budget', { budgetCoins: -1 }, 'budgetCoins'],
    ['an end before its start', { window: { start: openWindow.end, end: openWindow.start } }, 'window.end'],
    ['a time without an offset', { window: { ...openWindow, end: '2030-01-01T00:00:00' } }, 'window.end'],
    ['no end', { window: { start: openWindow.start } }, 'window.end'],
    ['a multiplier of 1', { type: 'bonus_multiplier', config: { multiplier: 1 } }, 'config.multiplier'],
    ['a multiplier above 10', { type: 'bonus_multiplier', config: { multiplier: 10.01 } }, 'config.multiplier'],
    ['a multiplier too fine', { type: 'bonus_multiplier', config: { multiplier: 1.00001 } }, 'config.multiplier'],
    ['91 days', { type: 'trial_ext', config: { days: 91 } }, 'config.days'],
    ['no uses', { config: { amount: 5, max_uses_per_user: 0 } }, 'config.max_uses_per_user'],
    ['a code with blanks', { code: 'TWO WORDS' }, 'code'],
    ['an id for a code', { code: '01930000-0000-7000-8000-000000000011' }, 'code'],
    ['another type', { type: 'gift' }, 'type'],
  ])('with %s is refused with the invalid field', async (_what, more, path) => {
    const { status, body } = await create({ code: 'REFUSED', ...more });
    expect([status, body.error, body.details?.map((one) => one.path)]).toEqual([400, 'validation_failed', [path]]);
  });

  it('for an unknown segment is refused with the invalid field', async () => {
    for (const segmentId of ['01930000-0000-7000-8000-000000000099', 'nonsense']) {
      const { status, body } = await create({ code: 'NOBODY', segmentId });
      expect([status, body]).toEqual([404, { statusCode: 404, error: 'not_found', field: 'segmentId' }]);
    }
  });

  it('is edited field by field on the current revision, and audited', async () => {
    const segmentId = await segmentIn();
    const { id } = await makePromo(finance, {
      type: 'bonus_multiplier',
      config: { multiplier: 2, max_bonus_coins: 30 },
    });
    const url = `/admin/promos/${id}`;
    const edit = (body: object, headers = {}) => finance.put<Promo>(url, body, { headers });
    const first = await edit({ config: { max_bonus_coins: null }, segmentId }, { 'if-match': '"1"' });
    expect(first.body).toMatchObject({
      config: { multiplier: 2, max_uses_per_user: 1 },
      segmentId,
      segment: { id: segmentId, name: 'Everybody' },
      revision: 2,
    });
    expect(first.headers.etag).toBe('"2"');
    expect((await edit({ budgetCoins: 5 }, { 'if-match': '"1"' })).body.error).toBe('stale_write');
    const second = await edit({ window: { end: '2090-01-01T00:00:00+02:00' }, note: 'Until the summer' });
    expect(second.body.window).toEqual({ start: '2020-01-01T00:00:00.000Z', end: '2089-12-31T22:00:00.000Z' });
    const entries = await finance.get<{ items: { action: string; before: object; after: object }[] }>(
      `/admin/audit-log?targetType=promo&targetId=${id}`,
    );
    expect(entries.body.items.map(({ action }) => action)).toEqual(['promo.update', 'promo.update', 'promo.create']);
    expect(entries.body.items[0]).toMatchObject({ reason: 'Until the summer' });
    expect(entries.body.items[1]).toMatchObject({
      before: { segmentId: null, config: { max_bonus_coins: 30 } },
      after: { segmentId, config: { multiplier: 2 } },
    });
    expect((await finance.put<Promo>(url, { segmentId }, { changesNothing: true })).body.revision).toBe(3);
    expect((await edit({ segmentId: null })).body.segment).toBeNull();
  });

  it('cannot change its code and type', async () => {
    const { id, code } = await makePromo(finance);
    const put = (body: object, changesNothing = false) =>
      finance.put<Promo>(`/admin/promos/${id}`, body, { changesNothing });
    expect((await put({ code: code.toLowerCase(), type: 'coin_grant' }, true)).status).toBe(200);
    expect((await put({ code: 'OTHER', type: 'trial_ext' })).body).toEqual({
      statusCode: 400,
      error: 'field_locked',
      fields: ['code', 'type'],
      currentState: 'running',
    });
  });

  it('has a budget of at least what is spent', async () => {
    const { id, code } = await makePromo(finance, { budgetCoins: 200 });
    for (const viewer of [await makeViewer(world), await makeViewer(world)]) {
      expect((await viewer.post('/v1/promos/redeem', { code })).status).toBe(200);
    }
    const put = (budgetCoins: number) => finance.put<Promo>(`/admin/promos/${id}`, { budgetCoins });
    expect((await put(99)).body.details).toMatchObject([
      { path: 'budgetCoins', message: expect.stringContaining('100') },
    ]);
    expect((await put(100)).body).toMatchObject({ budgetCoins: 100, spent_coins: 100, status: 'exhausted' });
  });

  it('that is deleted is not found, and its code stays reserved', async () => {
    const { id, code } = await makePromo(finance);
    expect((await finance.delete(`/admin/promos/${code}`)).status).toBe(204);
    expect((await finance.get(`/admin/promos/${id}`)).status).toBe(404);
    expect((await finance.delete(`/admin/promos/${id}`)).status).toBe(404);
    expect((await create({ code })).body.error).toBe('code_taken');
  });

  it('is not changed by a dry run', async () => {
    const { id } = await makePromo(finance);
    const tried = await finance.put<{ body: Promo; effects: { changes: object[] } }>(
      `/admin/promos/${id}?dryRun=true`,
      { budgetCoins: 77 },
    );
    expect(tried.body.effects.changes).toMatchObject([{ type: 'promo', id, after: { budgetCoins: 77 } }]);
    expect((await finance.get<Promo>(`/admin/promos/${id}`)).body).toMatchObject({ budgetCoins: 10_000, revision: 1 });
  });
});

describe('the list', () => {
  it('is filtered by status, type, segment and a part of the code', async () => {
    const segmentId = await segmentIn();
    const past = { start: '2020-01-01T00:00:00Z', end: '2020-02-01T00:00:00Z' };
    const future = { start: '2098-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' };
    await makePromo(finance, { code: 'LIST-ENDED', window: past });
    await makePromo(finance, { code: 'LIST-UPCOMING', window: future, segmentId });
    await makePromo(finance, {
      code: 'LIST-EXHAUSTED',
      type: 'bonus_multiplier',
      config: { multiplier: 2 },
      budgetCoins: 0,
    });
    await makePromo(finance, { code: 'LIST-RUNNING', type: 'trial_ext', config: { days: 3 }, budgetCoins: 0 });
    const codes = async (query: string) =>
      (await analyst.get<{ items: Promo[] }>(`/admin/promos?q=list-&${query}`)).body.items.map(({ code }) => code);
    for (const status of ['ended', 'upcoming', 'exhausted', 'running']) {
      expect(await codes(`status=${status}`)).toEqual([`LIST-${status.toUpperCase()}`]);
    }
    expect(await codes('type=coin_grant')).toEqual(['LIST-UPCOMING', 'LIST-ENDED']);
    expect(await codes(`segmentId=${segmentId}`)).toEqual(['LIST-UPCOMING']);
    expect(await codes('segmentId=nonsense')).toEqual([]);
    expect(await codes('')).toHaveLength(4);
  });
});

describe('the redemptions of a promo', () => {
  it('are listed with names for users:read, and by day', async () => {
    const { code } = await makePromo(finance, { budgetCoins: 100 });
    const viewer = await makeViewer(world, { displayName: 'Layla' });
    expect((await viewer.post('/v1/promos/redeem', { code })).status).toBe(200);
    const url = `/admin/promos/${code}`;
    type List = { items: { user: object; coinsGranted: number }[] };
    const user = { id: viewer.id, displayName: 'Layla', isGuest: false };
    expect((await finance.get<List>(`${url}/redemptions`)).body.items).toMatchObject([
      { user, coinsGranted: 50, code },
    ]);
    expect((await analyst.get<List>(`${url}/redemptions`)).body.items).toMatchObject([
      { user: { ...user, displayName: null } },
    ]);
    const { days, budgetCoins } = (await analyst.get<{ days: object[]; budgetCoins: number }>(`${url}/days`)).body;
    expect(budgetCoins).toBe(100);
    expect(days.at(-1)).toMatchObject({ redemptions: 1, coins: 50, spentCoins: 50 });
    const { projectedExhaustionAt } = (await analyst.get<Promo>(url)).body;
    expect(Date.parse(projectedExhaustionAt ?? '')).toBeGreaterThan(Date.now());
  });
});
