import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins, ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const [finance, editor] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'content_manager')];

interface Body {
  balanceTotal: number;
  unlockId: string;
  error: string;
  coinsRequired: number;
}
const unlock = (viewer: Viewer, id: string, body?: object, key?: string) =>
  viewer.post<Body>(
    `/v1/episodes/${id}/unlock`,
    body,
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  );
const quote = async (viewer: Viewer, id: string) => (await viewer.post(`/v1/episodes/${id}/unlock/quote`)).body;
const play = (viewer: Viewer, id: string) => viewer.get(`/v1/episodes/${id}/playback`);
interface Wallet {
  balanceTotal: number;
  balancePaid: number;
  balanceBonus: number;
  recentEntries: { eventId: string; accounts: object[] }[];
}
const wallet = async (viewer: Viewer) => (await viewer.get<Wallet>('/v1/wallet')).body;
interface LedgerEvent {
  entries: { account: string; amount: number }[];
  cause: object;
}
const override = (scope: string, scopeRef: string, coins: number) =>
  finance.post('/admin/pricing/overrides', { scope, scopeRef, coins });
const rowsOf = async ({ id }: Viewer) =>
  (
    await sql`select id, episode_id, coins, price_source, event_id from unlocks where user_id = ${id}`.execute(
      world.database.db,
    )
  ).rows;

async function viewerWith(coins: { paid?: number; bonus?: number }, options = {}): Promise<Viewer> {
  const viewer = await makeViewer(world, options);
  await giveCoins(world, viewer.id, coins);
  return viewer;
}

describe('unlocking an episode', () => {
  it('takes bonus coins before paid ones, posts both sides, and is permanent', async () => {
    const viewer = await viewerWith({ paid: 20, bonus: 4 });
    const episodeId = await makeEpisode(world, 'published');
    expect((await play(viewer, episodeId)).body.error).toBe('episode_locked');
    const { status, body } = await unlock(viewer, episodeId);
    expect([status, body]).toEqual([200, { balanceTotal: 14, unlockId: expect.any(String) }]);
    const { balancePaid, balanceBonus, recentEntries } = await wallet(viewer);
    expect([balancePaid, balanceBonus]).toEqual([14, 0]);
    expect(recentEntries[0]).toMatchObject({
      amount: -10,
      reason: 'unlock',
      refType: 'episode',
      refId: episodeId,
      accounts: [
        { account: 'wallet_bonus', amount: -4 },
        { account: 'wallet_paid', amount: -6 },
      ],
    });
    const eventId = recentEntries[0]?.eventId;
    const { entries } = (await finance.get<LedgerEvent>(`/admin/ledger/events/${eventId}`)).body;
    expect(entries.map(({ account, amount }) => [account, amount])).toEqual([
      ['wallet_bonus', -4],
      ['sink_unlock', 4],
      ['wallet_paid', -6],
      ['sink_unlock', 6],
    ]);
    expect(await rowsOf(viewer)).toEqual([
      {
        id: body.unlockId,
        episode_id: episodeId,
        coins: 10,
        price_source: 'default',
        event_id: eventId,
      },
    ]);
    expect(await quote(viewer, episodeId)).toMatchObject({ alreadyUnlocked: true, balanceTotal: 14 });
    // The missing video is only reported to users with access.
    expect((await play(viewer, episodeId)).body.error).toBe('not_found');
  });

  it('happens once: repeated, it returns the same unlock and takes nothing, whatever the price', async () => {
    const viewer = await viewerWith({ paid: 30 });
    const episodeId = await makeEpisode(world, 'published');
    const first = await unlock(viewer, episodeId, { expectedCoins: 10 });
    await override('episode', episodeId, 25);
    const again = await unlock(viewer, episodeId, { expectedCoins: 10 });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await rowsOf(viewer)).toHaveLength(1);
    expect((await wallet(viewer)).balanceTotal).toBe(20);
  });

  it('returns the first response for a repeated Idempotency-Key, and refuses it with another body', async () => {
    const viewer = await viewerWith({ paid: 30 });
    const episodeId = await makeEpisode(world, 'published');
    const first = await unlock(viewer, episodeId, { expectedCoins: 10 }, 'same');
    const again = await unlock(viewer, episodeId, { expectedCoins: 10 }, 'same');
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await unlock(viewer, episodeId, { expectedCoins: 11 }, 'same')).body.error).toBe('idempotency_key_reused');
    expect((await wallet(viewer)).balanceTotal).toBe(20);
  });

  it('is refused if the price differs from expectedCoins, and takes nothing', async () => {
    const viewer = await viewerWith({ paid: 30 });
    const episodeId = await makeEpisode(world, 'published');
    const shown = (await quote(viewer, episodeId)).coinsRequired;
    await override('episode', episodeId, 12);
    const refused = await unlock(viewer, episodeId, { expectedCoins: shown });
    expect(refused.body).toEqual({ statusCode: 409, error: 'price_changed', coinsRequired: 12 });
    expect([(await wallet(viewer)).balanceTotal, await rowsOf(viewer)]).toEqual([30, []]);
    expect((await unlock(viewer, episodeId, { expectedCoins: 12 })).body.balanceTotal).toBe(18);
  });

  it('is refused if the balance is insufficient, with the required coins', async () => {
    const viewer = await viewerWith({ paid: 5, bonus: 4 });
    const episodeId = await makeEpisode(world, 'published');
    const refused = await unlock(viewer, episodeId);
    expect(refused.body).toEqual({
      statusCode: 400,
      error: 'insufficient_balance',
      balanceTotal: 9,
      coinsRequired: 10,
    });
    expect(await rowsOf(viewer)).toEqual([]);
    expect((await play(viewer, episodeId)).body.error).toBe('episode_locked');
    const penniless = await unlock(await makeViewer(world), episodeId);
    expect(penniless.body).toMatchObject({ error: 'insufficient_balance', balanceTotal: 0 });
  });

  it('for 0 coins posts no movement', async () => {
    const viewer = await makeViewer(world);
    const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
    const episodeId = await makeEpisode(world, 'published', seriesId);
    const { status, body } = await unlock(viewer, episodeId, { expectedCoins: 0 });
    expect([status, body.balanceTotal]).toEqual([200, 0]);
    const row = { id: body.unlockId, coins: 0, price_source: 'free_episode', event_id: null };
    expect(await rowsOf(viewer)).toMatchObject([row]);
    expect((await wallet(viewer)).recentEntries).toEqual([]);
    expect((await unlock(viewer, episodeId)).body).toEqual(body);
  });

  it('costs the price of the user’s market', async () => {
    await override('market', 'QA', 3);
    const episodeId = await makeEpisode(world, 'published');
    const [there, elsewhere] = [await viewerWith({ paid: 20 }, { countryCode: 'QA' }), await viewerWith({ paid: 20 })];
    expect((await unlock(there, episodeId)).body.balanceTotal).toBe(17);
    expect((await unlock(elsewhere, episodeId)).body.balanceTotal).toBe(10);
    expect(await rowsOf(there)).toMatchObject([{ coins: 3, price_source: 'market' }]);
  });

  it('costs the same on a free day and with a subscription', async () => {
    const seriesId = await makeSeries(world, 'published');
    const [first, second] = [
      await makeEpisode(world, 'published', seriesId, 1),
      await makeEpisode(world, 'published', seriesId, 2),
    ];
    const date = new Date().toISOString().slice(0, 10);
    await editor.put('/admin/free-series', { date, seriesId, marketCode: 'LY' });
    const viewer = await viewerWith({ paid: 30 }, { countryCode: 'LY' });
    expect(await quote(viewer, first)).toMatchObject({ freeToday: true, coinsRequired: 10 });
    expect((await unlock(viewer, first)).body.balanceTotal).toBe(20);
    await finance.post('/admin/subscription-products', {
      productId: 'all_access',
      name: 'All',
      periodDays: 7,
      priceCents: 100,
      currency: 'USD',
      unlocksAll: true,
    });
    const support = await makeAdminActor(world, 'support');
    const comp = { days: 3, productId: 'all_access', reason: 'a test' };
    expect((await support.post(`/admin/users/${viewer.id}/comp-subscription`, comp)).status).toBe(201);
    expect((await unlock(viewer, second)).body.balanceTotal).toBe(10);
  });

  it('is not found for episodes that are not visible; archived episodes stay unlocked', async () => {
    const viewer = await viewerWith({ paid: 30 });
    const seriesId = await makeSeries(world, 'published');
    const kept = await makeEpisode(world, 'published', seriesId);
    const { body } = await unlock(viewer, kept);
    await sql`update series set status = 'archived' where id = ${seriesId}`.execute(world.database.db);
    expect((await unlock(viewer, kept)).body).toEqual(body);
    const ids = [newId(), 'nonsense', await makeEpisode(world, 'draft'), await makeEpisode(world, 'archived')];
    ids.push(await makeEpisode(world, 'scheduled'), await makeEpisode(world, 'published', seriesId, 2));
    for (const id of ids) {
      expect((await unlock(viewer, id)).body).toEqual({ statusCode: 404, error: 'not_found' });
      expect((await unlock(viewer, id, { expectedCoins: -1 })).body).toEqual({ statusCode: 404, error: 'not_found' });
    }
    await sql`update series set status = 'draft' where id = ${seriesId}`.execute(world.database.db);
    expect((await unlock(viewer, kept)).body.error).toBe('not_found');
    expect((await wallet(viewer)).balanceTotal).toBe(20);
  });

  it('refuses an invalid expectedCoins', async () => {
    const viewer = await viewerWith({ paid: 30 });
    const episodeId = await makeEpisode(world, 'published');
    for (const expectedCoins of [-1, 1.5, '10', 100_001]) {
      expect((await unlock(viewer, episodeId, { expectedCoins })).body.error).toBe('validation_failed');
    }
    expect((await wallet(viewer)).balanceTotal).toBe(30);
  });

  it('leaves the ledger consistent', async () => {
    expect(await ledgerViolations(world)).toEqual([]);
  });
});
