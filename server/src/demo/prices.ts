import { createOverride, type NewOverride } from '../features/pricing/actions.ts';
import { setDay } from '../features/rotation/actions.ts';
import { dayAfter, dayOf } from '../features/rotation/rules.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { dayMs } from '../kit/time.ts';
import { listSeries, type Seeding, seedOnce } from './admin-context.ts';

/** Price overrides in the past, now and in the future, and some weeks of free series. */
export const seedPrices = (database: Database): Promise<void> =>
  seedOnce(database, 'price_overrides', async (seeding) => {
    const { tx, now, ago, as } = seeding;
    const series = await listSeries(tx, 'published');
    if (series.length < 3) return;
    for (const { made, ...override } of await samplePrices(seeding, series)) {
      await createOverride(as('finance', ago(made)), override);
    }
    const today = dayOf(now);
    for (const [index, days] of [-14, -7, 0, 7].entries()) {
      const seriesId = series[index] ?? '';
      await setDay(as('content_manager', ago(15)), { date: dayAfter(today, days), seriesId });
    }
    const [, , , last = ''] = series;
    const local = { date: dayAfter(today, 2), seriesId: last, marketCode: 'ID', notes: 'Hari Pahlawan' };
    await setDay(as('content_manager', ago(3)), local);
  });

/** The sixth episode, from which on a series is expensive. */
async function findSixthEpisode(tx: Tx, seriesId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('episodes')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('episode_number', '=', 6)
    .executeTakeFirst();
  return row?.id;
}

/** `made` is the number of days ago. */
type SamplePrice = NewOverride & { readonly made: number };

async function samplePrices({ tx, ago }: Seeding, series: readonly string[]): Promise<SamplePrice[]> {
  const [first = '', second = '', third = ''] = series;
  const from = (days: number) => new Date(Math.floor(ago(-days).getTime() / dayMs) * dayMs).toISOString();
  const sixth = await findSixthEpisode(tx, first);
  const markets = [
    { made: 90, scopeRef: 'ID', coins: 6, currencyHint: 'IDR', activeFrom: from(-90), activeTo: null },
    { made: 60, scopeRef: 'EG', coins: 5, currencyHint: 'EGP', activeFrom: from(-60), activeTo: null },
    { made: 20, scopeRef: 'EG', coins: 3, currencyHint: 'EGP', activeFrom: from(-5), activeTo: from(9) },
    { made: 2, scopeRef: 'SA', coins: 14, currencyHint: 'SAR', activeFrom: from(20), activeTo: null },
  ];
  const ofSeries = [
    { made: 45, scopeRef: first, coins: 4, activeFrom: from(-40), activeTo: from(-26) },
    { made: 10, scopeRef: second, coins: 8, activeFrom: from(-8), activeTo: from(30) },
    { made: 4, scopeRef: third, coins: 0, activeFrom: from(12), activeTo: from(14) },
    { made: 30, scopeRef: third, coins: 7, activeFrom: from(-25), activeTo: null, active: false },
  ];
  return [
    ...markets.map((one) => ({ ...one, scope: 'market' as const })),
    ...ofSeries.map((one) => ({ ...one, scope: 'series' as const })),
    ...(sixth ? [{ made: 12, scope: 'episode' as const, scopeRef: sixth, coins: 15, activeFrom: from(-10) }] : []),
  ];
}
