import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makePromo } from '../../../test/harness/promos.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { giveCoins, makeViewer, moveCoins, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { dayMs } from '../../kit/time.ts';
import { sumNext } from './sql.ts';

/** Whatever was done on whatever day: the figures are those of the rows. `MODEL_RUNS` makes more rounds of it. */

const world = await openWorld();
const [finance, analyst] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'analyst')];
const random = seededRandom(20_261_116);
const rounds = 4 * Number(process.env.MODEL_RUNS ?? 8);
const countries = ['EG', 'ID', 'SA', null];

interface ViewerModel extends Viewer {
  country: string | null;
}

/** A row of the ledger, with what the test knows of it. */
interface Row {
  readonly day: string;
  readonly userId: string;
  readonly country: string | null;
  readonly account: string;
  readonly amount: number;
}

/** Which country a viewer had from a moment on, in the order in which they moved. */
interface Place {
  readonly userId: string;
  readonly day: string;
  readonly country: string | null;
}

const rows: Row[] = [];
const places: Place[] = [];
const viewers: ViewerModel[] = [];
let seen = 0;

/** Notes what has been written since the last look, with the country that its user has now. */
async function note(): Promise<void> {
  const { rows: found } = await world.database.pool.query<Omit<Row, 'country'> & { id: number }>(
    `select n.id, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, n.user_id as "userId", n.account,
       n.amount from ledger.entries n join ledger.events e on e.id = n.event_id where n.id > $1 order by n.id`,
    [seen],
  );
  for (const { id, ...row } of found) {
    seen = id;
    rows.push({ ...row, country: viewers.find((one) => one.id === row.userId)?.country ?? null });
  }
}

const sum = (of: readonly Row[], start: string): number =>
  of.reduce((coins, { account, amount }) => (account.startsWith(start) ? coins + amount : coins), 0);

function byAccount(of: readonly Row[], start: string, sign: 1 | -1): Record<string, number> {
  const accounts = [...new Set(of.map(({ account }) => account))].filter((account) => account.startsWith(start));
  return Object.fromEntries(accounts.map((account) => [account, sign * sum(of, account) + 0]));
}

const daysFrom = (start: string, end: string): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

/** Where a viewer lived when a day ended. */
const homeOn = (userId: string, day: string): string | null =>
  places.findLast((place) => place.userId === userId && place.day <= day)?.country ?? null;

/** The same figures, added up one row at a time: coins count where they moved, and are owed where their owner lives. */
function expected(among: readonly Row[], market: string | null, start: string, end: string) {
  const of = among.filter(({ country }) => market === null || country === market);
  const upTo = (day: string) =>
    among.filter((row) => row.day <= day && (market === null || homeOn(row.userId, day) === market));
  const on = (day: string) => of.filter((row) => row.day === day);
  const within = of.filter(({ day }) => day >= start && day <= end);
  const held = (day: string) => ({
    liabilityPaidCoins: sum(upTo(day), 'wallet_paid'),
    liabilityBonusCoins: sum(upTo(day), 'wallet_bonus'),
  });
  return {
    period: { start, end },
    mintedCoins: 0 - sum(within, 'source_'),
    burnedCoins: sum(within, 'sink_'),
    ...held(end),
    zeroSumBreach: false,
    mintedBySource: byAccount(within, 'source_', -1),
    burnedBySink: byAccount(within, 'sink_', 1),
    daily: daysFrom(start, end).map((day) => ({
      day,
      mintedCoins: 0 - sum(on(day), 'source_'),
      burnedCoins: sum(on(day), 'sink_'),
      ...held(day),
    })),
    dailyByAccount: daysFrom(start, end).map((day) => ({
      day,
      mintedBySource: byAccount(on(day), 'source_', -1),
      burnedBySink: byAccount(on(day), 'sink_', 1),
    })),
  };
}

it('the figures are those of the rows, in all, by market and by segment, however far they are summed', async () => {
  const seriesId = await makeSeries(world, 'published');
  const episodes = await Promise.all([1, 2, 3, 4].map((n) => makeEpisode(world, 'published', seriesId, n)));
  const { code } = await makePromo(finance, { config: { amount: 30, max_uses_per_user: 50 }, budgetCoins: 100_000 });
  for (let n = 0; n < 6; n++) {
    const country = random.pick(countries);
    const viewer = Object.assign(await makeViewer(world, { countryCode: country }), { country });
    viewers.push(viewer);
    places.push({ userId: viewer.id, day: '2000-01-01', country });
  }
  let now = Date.now() - 40 * dayMs;
  const segment = async (rule: object) =>
    (await finance.post<{ id: string }>('/admin/segments', { name: `Rule ${JSON.stringify(rule)}`, rule })).body.id;
  const segments = [
    { id: await segment({ countries: ['EG', 'ID'] }), has: ({ country }: ViewerModel) => /EG|ID/.test(`${country}`) },
    { id: await segment({ guest: true }), has: () => false },
    { id: await segment({}), has: () => true },
  ];
  const acts: readonly ((viewer: ViewerModel) => Promise<unknown>)[] = [
    (viewer) => viewer.post('/v1/promos/redeem', { code }),
    (viewer) => viewer.post(`/v1/episodes/${random.pick(episodes)}/unlock`),
    ({ id }) => giveCoins(world, id, { paid: 1 + random.below(90), bonus: random.below(20) }),
    ({ id }) =>
      moveCoins(world, { userId: id, reason: 'unlock_reversed', paid: { amount: 3, counter: 'sink_unlock' } }),
    ({ id }) =>
      finance.post(
        `/admin/users/${id}/wallet/adjust`,
        {
          amount: 1 + random.below(50),
          direction: random.pick(['grant', 'deduct']),
          reason: 'apology_late_episode',
        },
        { changesNothing: true },
      ),
    async (viewer) => {
      const country = random.pick(countries);
      expect((await viewer.put('/v1/me', { countryCode: country })).status).toBe(200);
      viewer.country = country;
      places.push({ userId: viewer.id, day: new Date(now).toISOString().slice(0, 10), country });
    },
    () => world.database.transaction((tx) => sumNext(tx, 1 + random.below(40))),
  ];
  for (let round = 0; round < rounds; round++) {
    now = Math.min(now + random.below((80 * dayMs) / rounds), Date.now());
    await world.clock.stopAt(new Date(now).toISOString());
    for (let n = 0; n < 4; n++) {
      await random.pick(acts)(random.pick(viewers));
      await note();
    }
    const [end, length] = [random.below(45), random.below(30)];
    const [dateTo = '', dateFrom = ''] = [end, end + length].map((days) =>
      new Date(Date.now() - days * dayMs).toISOString().slice(0, 10),
    );
    const market = random.pick([null, 'EG', 'SA', 'TR']);
    const chosen = random.pick([null, ...segments]);
    const among = viewers.filter((viewer) => chosen?.has(viewer) ?? true).map(({ id }) => id);
    const asked = [
      `dateFrom=${dateFrom}&dateTo=${dateTo}`,
      ...(market === null ? [] : [`market=${market}`]),
      ...(chosen === null ? [] : [`segmentId=${chosen.id}`]),
    ].join('&');
    const { body } = await analyst.get(`/admin/economy?${asked}`);
    const of = rows.filter(({ userId }) => among.includes(userId));
    expect(body, asked).toEqual({ ...expected(of, market, dateFrom, dateTo), asOf: expect.any(String) });
  }
  expect(rows.length).toBeGreaterThan(rounds);
  const { rows: kept } = await world.database.pool.query('select from economy_days');
  expect(kept.length).toBeGreaterThan(10);
});
