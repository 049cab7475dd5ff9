import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const [finance, analyst] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'analyst')];
const editor = await makeAdminActor(world, 'content_manager');

interface Override {
  id: string;
  coins: number;
  active: boolean;
  revision: number;
  activeFrom: string;
  item: object | null;
  error: string;
}
interface Config {
  defaultCoinsPerEpisode: number;
  overrides: Override[];
  revision: number;
}
interface Explanation {
  coinsRequired: number;
  priceSource: string;
  candidates: { source: string; overrideId: string | null; outcome: string }[];
}
interface Page {
  items: Override[];
  nextCursor: string | null;
}

const url = '/admin/pricing/overrides';
const create = (body: object) => finance.post<Override>(url, body);
const explain = async (episodeId: string, more = '') =>
  (await analyst.get<Explanation>(`/admin/pricing/explain?episodeId=${episodeId}${more}`)).body;

describe('the default price', () => {
  it('is the configured one until it is set', async () => {
    const first = await analyst.get<Config>('/admin/pricing/config');
    expect(first.body).toMatchObject({ defaultCoinsPerEpisode: 10, overrides: [], revision: 1, allowed: [] });
    const set = await finance.put<Config>('/admin/pricing/config', { defaultCoinsPerEpisode: 12, note: 'New season' });
    expect(set.body).toMatchObject({ defaultCoinsPerEpisode: 12, revision: 2, allowed: ['update'] });
    const elsewhere = world.another({ defaultCoinsPerEpisode: 30 });
    const { body } = await (await makeAdminActor(elsewhere, 'analyst')).get<Config>('/admin/pricing/config');
    expect(body.defaultCoinsPerEpisode).toBe(12);
    const { rows } = await world.database.pool.query(
      `select reason, before, after from audit_entries where action = 'pricing_config.update'`,
    );
    expect(rows).toEqual([
      { reason: 'New season', before: { defaultCoinsPerEpisode: 10 }, after: { defaultCoinsPerEpisode: 12 } },
    ]);
    await finance.put('/admin/pricing/config', { defaultCoinsPerEpisode: 12 }, { changesNothing: true });
    await finance.put('/admin/pricing/config', { defaultCoinsPerEpisode: 10 });
  });

  it('is stored even if equal to the configured one, and stays when that changes', async () => {
    await sql`update pricing_config set default_coins_per_episode = null`.execute(world.database.db);
    const set = await finance.put<Config>('/admin/pricing/config', { defaultCoinsPerEpisode: 10 });
    expect(set.status).toBe(200);
    const elsewhere = world.another({ defaultCoinsPerEpisode: 30 });
    const { body } = await (await makeAdminActor(elsewhere, 'analyst')).get<Config>('/admin/pricing/config');
    expect(body.defaultCoinsPerEpisode).toBe(10);
    await finance.put('/admin/pricing/config', { defaultCoinsPerEpisode: 10 }, { changesNothing: true });
  });

  it('is set once by concurrent requests with the same revision', async () => {
    const { headers } = await finance.get('/admin/pricing/config');
    const set = (coins: number) =>
      finance.put<Override>(
        '/admin/pricing/config',
        { defaultCoinsPerEpisode: coins },
        { headers: { 'if-match': String(headers.etag) } },
      );
    const answers = await Promise.all([21, 22, 23, 24].map(set));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    await finance.put('/admin/pricing/config', { defaultCoinsPerEpisode: 10 });
  });

  it.each([
    ...[-1, -3].map((coins) => [coins, 'must be at least 0']),
    ...[100_001, 99_999_999].map((coins) => [coins, 'must be at most 100000']),
    ...[1.5, '10', null].map((coins) => [coins, 'must be a whole number']),
  ])('cannot be %j: it %s', async (defaultCoinsPerEpisode, message) => {
    expect((await finance.put('/admin/pricing/config', { defaultCoinsPerEpisode })).body).toEqual({
      statusCode: 400,
      error: 'validation_failed',
      details: [expect.objectContaining({ path: 'defaultCoinsPerEpisode', message })],
    });
  });
});

describe('a price override', () => {
  it('is created with the body of the specification, starts now by default, and has the names of its target', async () => {
    const seriesId = await makeSeries(world, 'published', { title: 'The Price of Salt' });
    const episodeId = await makeEpisode(world, 'published', seriesId, 4);
    const printed = {
      scope: 'episode',
      scopeRef: episodeId,
      coins: 5,
      activeFrom: '2026-01-01T00:00:00Z',
      activeTo: null,
    };
    const { status, body } = await create(printed);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      ...printed,
      activeFrom: '2026-01-01T00:00:00.000Z',
      currencyHint: null,
      active: true,
      revision: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      item: {
        seriesId,
        seriesTitle: 'The Price of Salt',
        seriesTitleI18n: {},
        episodeNumber: 4,
        title: 'Episode 4',
        titleI18n: {},
        pictureUrl: null,
      },
      allowed: ['update', 'delete'],
    });
    const market = await create({ scope: 'market', scopeRef: 'eg', coins: 3, currencyHint: 'egp', active: false });
    expect(market.body).toMatchObject({ scopeRef: 'EG', currencyHint: 'EGP', active: false, item: null });
    expect(Date.now() - Date.parse(market.body.activeFrom)).toBeLessThan(60_000);
    expect(await auditActionsOf(world, body.id)).toEqual(['pricing_override.create']);
    expect((await analyst.get(`${url}/${body.id}`)).headers.etag).toBe('"1"');
  });

  it.each([
    [{ scope: 'planet' }, 'scope'],
    [{ scopeRef: 'ZZ' }, 'scopeRef'],
    [{ coins: -1 }, 'coins'],
    [{ coins: 100_001 }, 'coins'],
    [{ coins: 2.5 }, 'coins'],
    [{ currencyHint: 'ZZZ' }, 'currencyHint'],
    [{ activeFrom: '2026-01-01T00:00:00' }, 'activeFrom'],
    [{ activeFrom: '2026-02-01T00:00:00Z', activeTo: '2026-01-01T00:00:00Z' }, 'activeTo'],
    [{ activeFrom: '2026-02-01T00:00:00Z', activeTo: '2026-02-01T00:00:00Z' }, 'activeTo'],
    [{ activeTo: '2020-01-01T00:00:00Z' }, 'activeTo'],
    [{ active: 'yes' }, 'active'],
  ])('is not created with %j', async (part, path) => {
    const { body } = await create({ scope: 'market', scopeRef: 'ID', coins: 5, ...part });
    expect(body).toMatchObject({ statusCode: 400, error: 'validation_failed', details: [{ path }] });
  });

  it('requires an existing target', async () => {
    const gone = await makeSeries(world, 'draft');
    await world.database.pool.query('update series set deleted_at = clock() where id = $1', [gone]);
    const missing = { statusCode: 404, error: 'not_found', field: 'scopeRef' };
    for (const scopeRef of [newId(), 'nonsense', gone]) {
      expect((await create({ scope: 'series', scopeRef, coins: 5 })).body).toEqual(missing);
      expect((await create({ scope: 'episode', scopeRef, coins: 5 })).body).toEqual(missing);
    }
  });

  it('is edited field by field except its target, and is audited', async () => {
    const { body } = await create({ scope: 'market', scopeRef: 'MA', coins: 5, activeFrom: '2026-01-01T00:00:00Z' });
    const edit = (part: object) => finance.put<Override>(`${url}/${body.id}`, part);
    const edited = await edit({
      scope: 'market',
      scopeRef: 'ma',
      coins: 6,
      activeTo: '2026-03-01T00:00:00Z',
      note: 'End',
    });
    expect(edited.body).toMatchObject({ coins: 6, activeTo: '2026-03-01T00:00:00.000Z', revision: 2 });
    const locked = { statusCode: 400, error: 'field_locked', currentState: 'active' };
    expect((await edit({ scope: 'series' })).body).toEqual({ ...locked, fields: ['scope'] });
    expect((await edit({ scopeRef: 'EG' })).body).toEqual({ ...locked, fields: ['scopeRef'] });
    expect((await edit({ activeFrom: '2026-04-01T00:00:00Z' })).body).toMatchObject({
      details: [{ path: 'activeTo' }],
    });
    expect((await edit({ activeTo: null, active: false })).body).toMatchObject({ activeTo: null, active: false });
    const { rows } = await world.database.pool.query(
      `select reason, before, after from audit_entries where target_id = $1 and action = 'pricing_override.update' order by id`,
      [body.id],
    );
    expect(rows[0]).toEqual({
      reason: 'End',
      before: { coins: 5, activeTo: null },
      after: { coins: 6, activeTo: '2026-03-01T00:00:00.000Z' },
    });
  });

  it('is not edited from an old revision, and one of ten concurrent edits succeeds', async () => {
    const { body } = await create({ scope: 'market', scopeRef: 'TN', coins: 5 });
    const edit = (coins: number) =>
      finance.put<Override>(`${url}/${body.id}`, { coins }, { headers: { 'if-match': '"1"' } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => edit(20 + n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.error === 'stale_write')).toHaveLength(9);
  });

  it('does not apply after it is deleted', async () => {
    const episodeId = await makeEpisode(world, 'published');
    const { body } = await create({ scope: 'episode', scopeRef: episodeId, coins: 99 });
    expect(await explain(episodeId)).toMatchObject({ coinsRequired: 99, priceSource: 'episode' });
    expect((await finance.delete(`${url}/${body.id}`)).status).toBe(204);
    expect((await finance.delete(`${url}/${body.id}`)).status).toBe(404);
    expect((await finance.put(`${url}/${body.id}`, { coins: 'x' })).status).toBe(404);
    expect(await explain(episodeId)).toMatchObject({ coinsRequired: 10, priceSource: 'default' });
    expect(await auditActionsOf(world, body.id)).toEqual(['pricing_override.create', 'pricing_override.delete']);
  });

  it('is listed, and part of the config while it is switched on, including future ones', async () => {
    const seriesId = await makeSeries(world, 'published');
    const episodeId = await makeEpisode(world, 'published', seriesId);
    const [ofSeries, ofEpisode] = [
      await create({ scope: 'series', scopeRef: seriesId, coins: 4, activeFrom: '2100-01-01T00:00:00Z' }),
      await create({ scope: 'episode', scopeRef: episodeId, coins: 4, active: false }),
    ];
    const idsOf = async (query: string) => (await analyst.get<Page>(`${url}?${query}`)).body.items.map(({ id }) => id);
    expect(await idsOf(`seriesId=${seriesId}`)).toEqual([ofEpisode.body.id, ofSeries.body.id]);
    expect(await idsOf(`seriesId=${seriesId}&active=true`)).toEqual([ofSeries.body.id]);
    expect(await idsOf(`scope=episode&scopeRef=${episodeId.toUpperCase()}`)).toEqual([ofEpisode.body.id]);
    expect(await idsOf('seriesId=nonsense')).toEqual([]);
    const past = { activeFrom: '2020-01-01T00:00:00Z', activeTo: '2020-02-01T00:00:00Z' };
    const ended = await create({ scope: 'series', scopeRef: seriesId, coins: 4, ...past });
    const running = await create({ scope: 'series', scopeRef: seriesId, coins: 4 });
    const ids = { planned: ofSeries, running, ended, off: ofEpisode };
    for (const [status, { body }] of Object.entries(ids)) {
      expect(await idsOf(`seriesId=${seriesId}&status=${status}`)).toEqual([body.id]);
    }
    const { body } = await analyst.get<Config>('/admin/pricing/config');
    const listed = body.overrides.map(({ id }) => id);
    expect(listed).toContain(ofSeries.body.id);
    expect(listed).not.toContain(ofEpisode.body.id);
    expect(body.overrides.every(({ active }) => active)).toBe(true);
  });

  it('requires pricing:write', async () => {
    const { body } = await create({ scope: 'market', scopeRef: 'SA', coins: 5 });
    for (const reader of [analyst, editor]) {
      expect((await reader.get(`${url}/${body.id}`)).body).toMatchObject({ allowed: [] });
      expect((await reader.post(url, { scope: 'market', scopeRef: 'SA', coins: 5 })).status).toBe(403);
      expect((await reader.put(`${url}/${body.id}`, { coins: 6 })).status).toBe(403);
      expect((await reader.delete(`${url}/${body.id}`)).status).toBe(403);
      expect((await reader.put('/admin/pricing/config', { defaultCoinsPerEpisode: 1 })).status).toBe(403);
    }
    expect((await (await makeAdminActor(world, 'support')).get('/admin/pricing/config')).status).toBe(403);
  });
});
