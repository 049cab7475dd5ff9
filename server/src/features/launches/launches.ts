import type { Db } from '../../kit/db/database.ts';
import { launchedSeries } from '../catalog/public.ts';
import { placesJson } from '../curation/public.ts';
import { type PricingSettings, pricesJson, pricesOf } from '../pricing/public.ts';
import { openSchedulesJson } from '../publishing/public.ts';
import { evaluateLaunch, launchAt, shownAt } from './rules.ts';
import type { ComingLaunch, Reason } from './schema.ts';
import { type LaunchRow, readLaunches } from './sql.ts';

const parts = { series: launchedSeries, schedules: openSchedulesJson, prices: pricesJson, places: placesJson };

export const findLaunches = (db: Db, ids: readonly string[]): Promise<LaunchRow[]> => readLaunches(db, parts, ids);

export interface EvaluatedLaunch extends ReturnType<typeof evaluateLaunch> {
  readonly launchAt: Date | null;
}

/** Evaluates the readiness of a series, with the prices at the time when each episode becomes visible. */
export function evaluateRow(
  { schedules, places, prices, ...series }: LaunchRow,
  settings: PricingSettings,
  now: Date,
): EvaluatedLaunch {
  const facts = { series, schedules, places };
  const charged = series.episodes.flatMap((episode) => {
    const { id, episodeNumber } = episode;
    const priced = { id, episodeNumber, seriesId: series.id, freeEpisodes: series.freeEpisodes };
    return pricesOf(prices, settings, [{ episode: priced, market: null }], shownAt(facts, episode) ?? now);
  });
  return { ...evaluateLaunch(facts, charged), launchAt: launchAt(facts) };
}

/** Distinct reasons, those of the series first. */
function reasonsOf({ checks, episodes }: EvaluatedLaunch): Reason[] {
  const ofEpisodes = episodes.flatMap(({ video, captions, price, schedule }) => [
    ...[...video.reasons, ...price.reasons, ...schedule.reasons],
    ...(captions.some(({ verdict }) => verdict === 'no_go') ? (['no_captions'] as const) : []),
  ]);
  return [...new Set([...Object.values(checks).flatMap((one) => one.reasons), ...ofEpisodes])];
}

export function showComing(comesAt: Date, launch: EvaluatedLaunch): ComingLaunch {
  const { targetLanguages: _languages, ...series } = launch.series;
  return {
    ...series,
    comesAt,
    launchAt: launch.launchAt,
    verdict: launch.verdict,
    noGoCount: launch.noGoCount,
    reasons: reasonsOf(launch),
    episodeCount: launch.episodes.length,
    goEpisodeCount: launch.episodes.filter(({ verdict }) => verdict !== 'no_go').length,
  };
}
