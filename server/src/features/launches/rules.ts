import type { LaunchedEpisode, LaunchedSeries, Missing } from '../catalog/public.ts';
import type { Places } from '../curation/public.ts';
import type { ChargedPrice, PricesJson } from '../pricing/public.ts';
import type { OpenSchedule, OpenSchedules } from '../publishing/public.ts';
import type { EpisodeLaunch, Launch, Reason } from './schema.ts';

/**
 * The readiness of a series for its launch: missing files as reported by the catalog, dates, prices and placement in
 * the app. None of it prevents publishing.
 */

export type { LaunchedSeries, OpenSchedules, Places, PricesJson };

type Check = EpisodeLaunch['video'];
type DatedCheck = EpisodeLaunch['schedule'];
type Verdict = Check['verdict'];
type Language = LaunchedSeries['targetLanguages'][number];

export interface LaunchFacts {
  readonly series: LaunchedSeries;
  readonly schedules: OpenSchedules;
  readonly places: Places;
}

const go: Check = { verdict: 'go', reasons: [] };
const notNeeded: Check = { verdict: 'not_needed', reasons: [] };
const noGo = (...why: Reason[]): Check => ({ verdict: 'no_go', reasons: why });
const goUnless = (...why: (Reason | false)[]): Check => {
  const found = why.filter((one) => one !== false);
  return found.length === 0 ? go : noGo(...found);
};

/** Null without a date. */
export function launchAt({ series, schedules }: Omit<LaunchFacts, 'places'>): Date | null {
  const open = schedules[series.id];
  return open ? new Date(open.runAt) : series.publishedAt;
}

/** Not before its series. */
export function shownAt(facts: Omit<LaunchFacts, 'places'>, { id }: Pick<LaunchedEpisode, 'id'>): Date | null {
  const launch = launchAt(facts);
  const open = facts.schedules[id];
  return open && (launch === null || open.runAt > launch.getTime()) ? new Date(open.runAt) : launch;
}

function datedCheck(status: LaunchedEpisode['status'], open: OpenSchedule | undefined): DatedCheck {
  const dated = { at: open ? new Date(open.runAt) : null, scheduleId: open?.id ?? null };
  if (open?.status === 'failed') return { ...noGo('schedule_failed'), ...dated };
  if (open || status === 'published') return { ...go, ...dated };
  if (status === 'draft' || status === 'archived') return { ...noGo(status), ...dated };
  return { ...noGo('no_date'), ...dated };
}

const lacks = (missing: readonly Missing[], kind: Missing): boolean => missing.includes(kind);

/** The fields that identify a series or an episode. */
export const nameOf = ({ id, title, titleI18n, status }: LaunchedSeries | LaunchedEpisode) => ({
  id,
  title,
  titleI18n,
  status,
});

function evaluateEpisode(facts: LaunchFacts, episode: LaunchedEpisode, price: ChargedPrice): EpisodeLaunch {
  const { series, schedules } = facts;
  const isNeeded = episode.needsFiles;
  const ifNeeded = (check: Check): Check => (isNeeded ? check : notNeeded);
  const lacksCaptions = isNeeded && lacks(episode.missing, 'captions');
  const captionVerdict = (lang: Language): Verdict => {
    if (episode.captions.includes(lang)) return 'go';
    return lacksCaptions ? 'no_go' : 'not_needed';
  };
  const isUnexpectedlyFree = price.coinsRequired === 0 && price.priceSource !== 'free_episode';
  const schedule = datedCheck(episode.status, schedules[episode.id]);
  const evaluated = {
    video: ifNeeded(goUnless(lacks(episode.missing, 'video') && (episode.hasVideo ? 'video_not_ready' : 'no_video'))),
    price: {
      ...ifNeeded(goUnless(isUnexpectedlyFree && 'costs_nothing')),
      coins: price.coinsRequired,
      source: price.priceSource,
    },
    // The poster is used instead.
    artwork: ifNeeded(episode.thumbAssetId === null ? notNeeded : go),
    schedule: isNeeded ? schedule : { ...schedule, ...notNeeded },
  };
  const captions = series.targetLanguages.map((lang) => ({ lang, verdict: captionVerdict(lang) }));
  const parts = [...Object.values(evaluated), ...captions];
  const hasNoGo = parts.some(({ verdict }) => verdict === 'no_go');
  const verdict = isNeeded ? 'go' : 'not_needed';
  const { episodeNumber, thumbAssetId } = episode;
  return {
    ...nameOf(episode),
    episodeNumber,
    thumbAssetId,
    ...evaluated,
    captions,
    verdict: hasNoGo ? 'no_go' : verdict,
  };
}

/** Whether an episode is visible at the launch. */
function hasFirstEpisode(facts: LaunchFacts): boolean {
  const launch = launchAt(facts);
  return facts.series.episodes.some((episode) => {
    if (episode.status === 'published') return true;
    const open = facts.schedules[episode.id];
    return open?.status === 'pending' && launch !== null && open.runAt <= launch.getTime();
  });
}

function episodesCheck(facts: LaunchFacts): Check {
  if (lacks(facts.series.missing, 'episodes')) return noGo('no_episodes');
  // Checked only with a date; a missing date is reported itself.
  return goUnless(launchAt(facts) !== null && !hasFirstEpisode(facts) && 'none_at_launch');
}

function artworkCheck({ missing, posterAssetId, heroAssetId }: LaunchedSeries): Check {
  if (!lacks(missing, 'artwork')) return go;
  return goUnless(posterAssetId === null && 'no_poster', heroAssetId === null && 'no_hero');
}

/** `prices` are in the order of the episodes. */
export function evaluateLaunch(facts: LaunchFacts, prices: readonly ChargedPrice[]): Omit<Launch, 'markets' | 'asOf'> {
  const { series, schedules, places } = facts;
  const own = datedCheck(series.status, schedules[series.id]);
  const checks = {
    episodes: episodesCheck(facts),
    artwork: artworkCheck(series),
    schedule: { ...own, at: launchAt(facts) },
    rail: {
      ...goUnless(places.rails.length === 0 && !places.isInReel && 'not_placed'),
      rails: [...places.rails],
      isInReel: places.isInReel,
    },
  };
  const episodes = series.episodes.flatMap((episode, n) => {
    const price = prices[n];
    return price ? [evaluateEpisode(facts, episode, price)] : [];
  });
  const noGoCount = [
    ...Object.values(checks),
    ...episodes.flatMap(({ video, captions, price, artwork, schedule }) => [
      ...[video, price, artwork, schedule],
      ...captions,
    ]),
  ].filter(({ verdict }) => verdict === 'no_go').length;
  const { posterAssetId, targetLanguages } = series;
  return {
    series: { ...nameOf(series), posterAssetId, targetLanguages },
    verdict: noGoCount === 0 ? 'go' : 'no_go',
    noGoCount,
    checks,
    episodes,
  };
}
