import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { type Random, seededRandom } from '../../../test/harness/random.ts';
import { giveCoins, ledgerViolations, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** Random unlocks. `MODEL_RUNS` sets the number of runs. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const rounds = 2 * Number(process.env.MODEL_RUNS ?? 8);
const markets = ['EG', 'ID', 'SA'];

async function someOverrides(random: Random, seriesId: string, episodeId: string): Promise<void> {
  const targets = [
    ['episode', episodeId],
    ['series', seriesId],
    ['market', random.pick(markets)],
  ] as const;
  for (const [scope, scopeRef] of targets) {
    if (random.below(3) > 0) continue;
    const window = random.pick([{}, { activeFrom: '2020-01-01T00:00:00Z' }, { activeFrom: '2099-01-01T00:00:00Z' }]);
    const body = { scope, scopeRef, coins: random.below(30), active: random.below(4) > 0, ...window };
    expect((await finance.post('/admin/pricing/overrides', body)).status).toBe(201);
  }
}

interface Wallet {
  balancePaid: number;
  balanceBonus: number;
  recentEntries: { reason: string; amount: number }[];
}

it('an unlock takes exactly the quoted coins, bonus first and then paid', async () => {
  const random = seededRandom(20_261_116);
  for (let round = 0; round < rounds; round++) {
    const seriesId = await makeSeries(world, 'published', { freeEpisodes: random.below(3) });
    const episodeId = await makeEpisode(world, 'published', seriesId, 1 + random.below(3));
    await someOverrides(random, seriesId, episodeId);
    const viewer = await makeViewer(world, { countryCode: random.pick([...markets, null]) });
    const before = { paid: random.below(20), bonus: random.below(20) };
    if (before.paid + before.bonus > 0) await giveCoins(world, viewer.id, before);
    const path = `/v1/episodes/${episodeId}/unlock`;
    const quote = (await viewer.post<{ coinsRequired: number; sufficient: boolean }>(`${path}/quote`)).body;
    const { coinsRequired } = quote;
    const answer = await viewer.post(path, random.pick([{}, { expectedCoins: coinsRequired }]));
    const { balancePaid, balanceBonus, recentEntries } = (await viewer.get<Wallet>('/v1/wallet')).body;
    const label = JSON.stringify({ round, quote, before, answer: answer.body });
    const fromBonus = quote.sufficient ? Math.min(before.bonus, coinsRequired) : 0;
    const fromPaid = quote.sufficient ? coinsRequired - fromBonus : 0;
    expect(answer.status, label).toBe(quote.sufficient ? 200 : 400);
    expect([balancePaid, balanceBonus], label).toEqual([before.paid - fromPaid, before.bonus - fromBonus]);
    const spent = recentEntries.filter(({ reason }) => reason === 'unlock').map(({ amount }) => -amount);
    expect(spent, label).toEqual(quote.sufficient && coinsRequired > 0 ? [coinsRequired] : []);
  }
  expect(await ledgerViolations(world)).toEqual([]);
});
