import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makePackage, sendPayment } from '../../../test/harness/payments.ts';
import { makePromo } from '../../../test/harness/promos.ts';
import { giveCoins, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { cancelWhileBlocked } from '../../../test/harness/waiting.ts';
import { connectWithoutTriggers } from '../../../test/harness/without-triggers.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
await makeRole(world, 'reader of prices', ['pricing:read']);
/** Holds nothing that lets one see users or wallets. */
const analyst = await makeAdminActor(world, 'analyst');

interface EconomyBody {
  period: { start: string; end: string };
  mintedCoins: number;
  burnedCoins: number;
  liabilityPaidCoins: number;
  liabilityBonusCoins: number;
  zeroSumBreach: boolean;
  mintedBySource: Record<string, number>;
  burnedBySink: Record<string, number>;
  daily: { day: string; mintedCoins: number; burnedCoins: number }[];
  dailyByAccount: { day: string; mintedBySource: Record<string, number>; burnedBySink: Record<string, number> }[];
  asOf: string;
  error: string;
  details: { path: string }[];
  field: string;
}

const economy = async (query = '') => (await analyst.get<EconomyBody>(`/admin/economy${query}`)).body;
const on = (day: string) => world.clock.stopAt(`${day}T10:00:00Z`);

await on('2026-03-10');
const layla = await makeViewer(world, { countryCode: 'EG', displayName: 'Layla' });
const budi = await makeViewer(world, { countryCode: 'ID', displayName: 'Budi' });
const seriesId = await makeSeries(world, 'published', { title: 'Harbour' });
const episodeId = await makeEpisode(world, 'published', seriesId, 1);

await on('2026-03-01');
await giveCoins(world, layla.id, { paid: 100, bonus: 10 });
await on('2026-03-02');
const { code } = await makePromo(finance, { config: { amount: 40 } });
expect((await budi.post('/v1/promos/redeem', { code })).status).toBe(200);
expect((await layla.post(`/v1/episodes/${episodeId}/unlock`)).status).toBe(200);
await on('2026-03-04');
const back = { reason: 'unlock_reversed', refType: 'episode', refId: episodeId };
await moveCoins(world, { userId: layla.id, ...back, paid: { amount: 4, counter: 'sink_unlock' } });
await on('2026-03-05');

describe('the economy of a period', () => {
  it('tells what came from where, what went where and what users hold, with every day', async () => {
    const { asOf, dailyByAccount, ...body } = await economy('?dateFrom=2026-03-02&dateTo=2026-03-04');
    expect(asOf).toBe('2026-03-05T10:00:00.000Z');
    expect(body).toEqual({
      period: { start: '2026-03-02', end: '2026-03-04' },
      mintedCoins: 40,
      burnedCoins: 6,
      liabilityPaidCoins: 104,
      liabilityBonusCoins: 40,
      zeroSumBreach: false,
      mintedBySource: { source_promo: 40 },
      burnedBySink: { sink_unlock: 6 },
      daily: [
        { day: '2026-03-02', mintedCoins: 40, burnedCoins: 10, liabilityPaidCoins: 100, liabilityBonusCoins: 40 },
        { day: '2026-03-03', mintedCoins: 0, burnedCoins: 0, liabilityPaidCoins: 100, liabilityBonusCoins: 40 },
        { day: '2026-03-04', mintedCoins: 0, burnedCoins: -4, liabilityPaidCoins: 104, liabilityBonusCoins: 40 },
      ],
    });
    expect(dailyByAccount).toEqual([
      { day: '2026-03-02', mintedBySource: { source_promo: 40 }, burnedBySink: { sink_unlock: 10 } },
      { day: '2026-03-03', mintedBySource: {}, burnedBySink: {} },
      { day: '2026-03-04', mintedBySource: {}, burnedBySink: { sink_unlock: -4 } },
    ]);
  });

  it('is by default that of the last 30 days up to today', async () => {
    const { period, daily } = await economy();
    expect(period).toEqual({ start: '2026-02-04', end: '2026-03-05' });
    expect(daily).toHaveLength(30);
    expect((await economy('?dateTo=2026-02-01')).period).toEqual({ start: '2026-01-03', end: '2026-02-01' });
    expect((await economy('?dateFrom=2026-03-01')).period).toEqual({ start: '2026-03-01', end: '2026-03-05' });
  });

  it('holds over all time: minted less burned is what users hold', async () => {
    const { mintedCoins, burnedCoins, liabilityPaidCoins, liabilityBonusCoins } = await economy('?dateFrom=2025-03-06');
    expect(mintedCoins - burnedCoins).toBe(liabilityPaidCoins + liabilityBonusCoins);
  });

  it('is that of a market or of a segment, where one is named', async () => {
    expect(await economy('?market=id')).toMatchObject({ mintedCoins: 40, burnedCoins: 0, liabilityBonusCoins: 40 });
    const made = await finance.post<{ id: string }>('/admin/segments', { name: 'Egypt', rule: { countries: ['EG'] } });
    const segment = `segmentId=${made.body.id}`;
    expect(await economy(`?${segment}`)).toMatchObject({
      mintedBySource: { source_bonus: 10, source_iap_test: 100 },
      burnedBySink: { sink_unlock: 6 },
      liabilityPaidCoins: 104,
    });
    expect(await economy(`?${segment}&market=ID`)).toMatchObject({ mintedCoins: 0, liabilityPaidCoins: 0 });
  });

  it('says that a segment is too large where its movements take too long to add up', async () => {
    const made = await finance.post<{ id: string }>('/admin/segments', { name: 'Large', rule: { countries: ['EG'] } });
    const ask = () => economy(`?segmentId=${made.body.id}`);
    expect(await cancelWhileBlocked(world, 'ledger.entries', ask)).toEqual({
      statusCode: 400,
      error: 'segment_too_large',
    });
  });

  it.each([
    ['?dateFrom=2026-03-05&dateTo=2026-03-04', 'dateFrom'],
    ['?dateFrom=2025-03-03&dateTo=2026-03-04', 'dateFrom'],
    ['?dateFrom=2026-02-30', 'dateFrom'],
    ['?market=ZZ', 'market'],
    ['?country=EG', 'country'],
  ])('refuses %s', async (query, path) => {
    expect(await economy(query)).toMatchObject({ error: 'validation_failed', details: [{ path }] });
  });

  it('knows no segment that is not there', async () => {
    const missing = { error: 'not_found', field: 'segmentId' };
    for (const id of [newId(), 'egypt']) expect(await economy(`?segmentId=${id}`)).toMatchObject(missing);
    const { body } = await analyst.get(`/admin/economy/events?day=2026-03-02&account=sink_unlock&segmentId=${newId()}`);
    expect(body, 'a list filter').toEqual({ items: [], nextCursor: null });
  });

  it('is for who may read analytics, payments or prices', async () => {
    for (const role of ['analyst', 'finance', 'support', 'reader of prices']) {
      expect((await (await makeAdminActor(world, role)).get('/admin/economy')).status).toBe(200);
    }
    expect((await (await makeAdminActor(world, 'moderator')).get('/admin/economy')).status).toBe(403);
    expect((await anonymous(world).get('/admin/economy')).status).toBe(401);
  });
});

describe('the market of a movement', () => {
  it('is the country that the user had then, also when they have moved since', async () => {
    await on('2026-04-01');
    const nur = await makeViewer(world, { countryCode: 'MY' });
    await giveCoins(world, nur.id, { bonus: 5 });
    for (const countryCode of ['SG', 'TR', null]) expect((await nur.put('/v1/me', { countryCode })).status).toBe(200);
    await giveCoins(world, nur.id, { bonus: 7 });
    expect((await nur.put('/v1/me', { countryCode: 'SG' })).status).toBe(200);
    await giveCoins(world, nur.id, { bonus: 11 });
    const minted = async (market: string) => (await economy(`?dateTo=2026-04-01&market=${market}`)).mintedCoins;
    expect([await minted('MY'), await minted('SG'), await minted('TR')]).toEqual([5, 11, 0]);
  });
});

describe('the liabilities of a market', () => {
  const held = async (market: string, day: string, segment = '') => {
    const { liabilityPaidCoins, liabilityBonusCoins } = await economy(`?dateTo=${day}&market=${market}${segment}`);
    return [liabilityPaidCoins, liabilityBonusCoins];
  };
  const days = ['2026-05-01', '2026-05-03', '2026-05-05'] as const;

  it('are what users hold who live there at the end, and never less than nothing once they have moved', async () => {
    await on(days[0]);
    const nur = await makeViewer(world, { countryCode: 'KW' });
    await giveCoins(world, nur.id, { paid: 20, bonus: 9 });
    const segment = `&segmentId=${(await finance.post<{ id: string }>('/admin/segments', { name: 'All', rule: {} })).body.id}`;
    await on(days[1]);
    await nur.put('/v1/me', { countryCode: 'QA' });
    await moveCoins(world, { userId: nur.id, reason: 'unlock', paid: { amount: -15, counter: 'sink_unlock' } });
    await on(days[2]);
    await nur.put('/v1/me', { countryCode: 'BH' });
    await nur.put('/v1/me', { countryCode: 'KW' });
    for (const among of ['', segment]) {
      expect(await Promise.all(days.map((day) => held('KW', day, among)))).toEqual([
        [20, 9],
        [0, 0],
        [5, 9],
      ]);
      expect(await Promise.all(days.map((day) => held('QA', day, among)))).toEqual([
        [0, 0],
        [5, 9],
        [0, 0],
      ]);
      expect(await held('BH', days[2], among)).toEqual([0, 0]);
    }
    // What was spent counts where it was spent.
    expect([(await economy(`?dateTo=${days[2]}&market=QA`)).burnedCoins, await held('KW', days[2])]).toEqual([
      15,
      [5, 9],
    ]);
  });

  it('have the moves from before they were kept', async () => {
    const before = await Promise.all(['KW', 'QA', 'SG'].map((market) => held(market, days[1])));
    const owner = await connectWithoutTriggers(world);
    await owner.query('delete from user_coin_moves');
    expect(await Promise.all(['KW', 'QA', 'SG'].map((market) => held(market, days[1])))).not.toEqual(before);
    const migration = readFileSync(new URL('../../../migrations/0132_earlier_coin_moves.sql', import.meta.url), 'utf8');
    // The second time finds all of them recorded.
    for (const _time of [1, 2]) await owner.query(migration);
    expect(await Promise.all(['KW', 'QA', 'SG'].map((market) => held(market, days[1])))).toEqual(before);
  });
});

describe('what a figure is made of', () => {
  interface Listed {
    items: { eventId: string; coins: number; reason: string; causeLabel: string; user: object; subject: object }[];
    nextCursor: string | null;
  }
  const events = async (reader: typeof analyst, query: string) =>
    (await reader.get<Listed>(`/admin/economy/events?${query}`)).body;

  it('is listed with its cause, and with the name of the user for who may see users', async () => {
    const query = 'day=2026-03-02&account=source_promo';
    const [grant] = (await events(finance, query)).items;
    expect(grant).toMatchObject({ coins: 40, reason: 'promo_grant', causeLabel: code, user: { displayName: 'Budi' } });
    expect((await events(analyst, query)).items[0]).toMatchObject({ user: { id: budi.id, displayName: null } });
    const [unlock] = (await events(analyst, 'day=2026-03-02&account=sink_unlock')).items;
    expect(unlock).toMatchObject({ coins: 10, reason: 'unlock', subject: { seriesTitle: 'Harbour', id: episodeId } });
    expect((await events(analyst, 'day=2026-03-04&account=sink_unlock')).items).toMatchObject([{ coins: -4 }]);
  });

  it('is narrowed to a market, a segment and the day', async () => {
    const query = 'day=2026-03-02&account=source_promo';
    expect((await events(analyst, `${query}&market=EG`)).items).toEqual([]);
    expect((await events(analyst, `${query}&market=id`)).items).toHaveLength(1);
    const rule = { countries: ['EG'] };
    const made = await finance.post<{ id: string }>('/admin/segments', { name: 'Egyptians', rule });
    expect((await events(analyst, `${query}&segmentId=${made.body.id}`)).items).toEqual([]);
    expect((await events(analyst, 'day=2026-03-03&account=source_promo')).items).toEqual([]);
  });

  it('has the cause of the part that moved the coins: a multiplier is named beside the purchase that used it', async () => {
    await on('2026-05-10');
    const pack = await makePackage(world, { coins: 100, bonusCoins: 10 });
    const promo = await makePromo(finance, { type: 'bonus_multiplier', config: { multiplier: 1.5 } });
    expect((await layla.post('/v1/promos/redeem', { code: promo.code })).status).toBe(200);
    const payment = {
      userId: layla.id,
      productId: pack.sku,
      transactionId: newId(),
      amountCents: 999,
      currency: 'USD',
    };
    const event = { type: 'purchase.completed', occurredAt: '2026-05-10T09:00:00.000Z', data: payment };
    expect((await sendPayment(world, 'ios_store', event, { sentAt: new Date('2026-05-10T10:00:00Z') })).status).toBe(
      204,
    );
    const added = (await events(finance, 'day=2026-05-10&account=source_promo')).items;
    expect(added).toMatchObject([
      { coins: 50, reason: 'promo_grant', refType: 'promo', refId: promo.id, causeLabel: promo.code },
    ]);
    const bought = (await events(finance, 'day=2026-05-10&account=source_bonus')).items;
    expect(bought).toMatchObject([{ coins: 10, reason: 'iap', refType: 'purchase', causeLabel: pack.sku }]);
    expect(bought[0]?.eventId).toBe(added[0]?.eventId);
  });

  it('comes in pages that add up to the figure', async () => {
    await on('2026-05-01');
    for (let n = 1; n <= 5; n++) await giveCoins(world, budi.id, { bonus: n });
    let [coins, cursor] = [0, ''];
    for (let pages = 0; pages < 3; pages++) {
      const page = await events(analyst, `day=2026-05-01&account=source_bonus&limit=2${cursor}`);
      coins += page.items.reduce((sum, item) => sum + item.coins, 0);
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(cursor).toBe('&cursor=null');
    expect(coins).toBe((await economy('?dateFrom=2026-05-01')).mintedBySource.source_bonus);
  });

  it.each(['day=2026-03-02', 'account=sink_unlock', 'day=2026-03-02&account=wallets', 'day=today&account=sink_unlock'])(
    'asks for a day and an account, which %s is not',
    async (query) => {
      expect(await events(analyst, query)).toMatchObject({ error: 'validation_failed' });
    },
  );
});
