import type { Db } from '../../kit/db/database.ts';
import { launchedSeries } from '../catalog/public.ts';
import { placesJson } from '../curation/public.ts';
import { type PricingSettings, pricesJson, pricesOf } from '../pricing/public.ts';
import { openSchedulesJson } from '../publishing/public.ts';
import { evaluateLaunch, type Launch, type LaunchFacts, shownAt } from './rules.ts';
import { type LaunchRow, readLaunches } from './sql.ts';

const parts = { series: launchedSeries, schedules: openSchedulesJson, prices: pricesJson, places: placesJson };

export const findLaunches = (db: Db, ids: readonly string[]): Promise<LaunchRow[]> => readLaunches(db, parts, ids);

export interface JudgedLaunch {
  readonly launch: Launch;
  readonly facts: LaunchFacts;
}

/** Evaluates the readiness of a series, with the prices at the time when each episode becomes visible. */
export function evaluateRow(
  { schedules, places, prices, ...series }: LaunchRow,
  settings: PricingSettings,
  now: Date,
): JudgedLaunch {
  const facts = { series, schedules, places };
  const asked = series.episodes.flatMap((episode) => {
    const { id, episodeNumber } = episode;
    const priced = { id, episodeNumber, seriesId: series.id, freeEpisodes: series.freeEpisodes };
    return pricesOf(prices, settings, [{ episode: priced, market: null }], shownAt(facts, episode) ?? now);
  });
  return { launch: evaluateLaunch(facts, asked), facts };
}
