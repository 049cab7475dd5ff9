import type { LaunchedEpisode, LaunchedSeries, Missing } from '../catalog/public.ts';
import type { Places } from '../curation/public.ts';
import type { ChargedPrice, PriceSource, PricesJson } from '../pricing/public.ts';
import type { OpenSchedule, OpenSchedules } from '../publishing/public.ts';

/**
 * The readiness of a series for its launch: missing files as reported by the catalog, dates, prices and placement in
 * the app. None of it prevents publishing.
 */

export type { LaunchedSeries, OpenSchedules, Places, PricesJson };

export const verdicts = ['go', 'no_go', 'not_needed'] as const;
export type Verdict = (typeof verdicts)[number];

export const reasons = [
  ...(['no_episodes', 'none_at_launch', 'no_video', 'video_not_ready', 'no_captions', 'costs_nothing'] as const),
  ...(['no_poster', 'no_hero', 'draft', 'no_date', 'schedule_failed', 'archived', 'not_placed'] as const),
];
export type Reason = (typeof reasons)[number];

export interface Check {
  readonly verdict: Verdict;
  /** Reasons for `no_go`. */
  readonly reasons: Reason[];
}

export interface DatedCheck extends Check {
  readonly at: Date | null;
  readonly scheduleId: string | null;
}

export interface EpisodeLaunch {
  readonly episode: LaunchedEpisode;
  readonly verdict: Verdict;
  readonly video: Check;
  readonly captions: { readonly lang: LaunchedSeries['targetLanguages'][number]; readonly verdict: Verdict }[];
  readonly price: Check & { readonly coins: number; readonly source: PriceSource };
  readonly artwork: Check;
  readonly schedule: DatedCheck;
}

export interface Launch {
  readonly series: LaunchedSeries;
  readonly verdict: Verdict;
  /** Number of parts with `no_go`. */
  readonly noGoCount: number;
  readonly checks: Readonly<Record<'episodes' | 'artwork' | 'rail', Check>> & { readonly schedule: DatedCheck };
  readonly episodes: EpisodeLaunch[];
}

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

function evaluateEpisode(facts: LaunchFacts, episode: LaunchedEpisode, price: ChargedPrice): EpisodeLaunch {
  const { series, schedules } = facts;
  const isAsked = episode.needsFiles;
  const asked = (check: Check): Check => (isAsked ? check : notNeeded);
  const lacksCaptions = isAsked && lacks(episode.missing, 'captions');
  const captionVerdict = (lang: LaunchedSeries['targetLanguages'][number]): Verdict => {
    if (episode.captions.includes(lang)) return 'go';
    return lacksCaptions ? 'no_go' : 'not_needed';
  };
  const isGivenAway = price.coinsRequired === 0 && price.priceSource !== 'free_episode';
  const schedule = datedCheck(episode.status, schedules[episode.id]);
  const evaluated = {
    video: asked(goUnless(lacks(episode.missing, 'video') && (episode.hasVideo ? 'video_not_ready' : 'no_video'))),
    price: {
      ...asked(goUnless(isGivenAway && 'costs_nothing')),
      coins: price.coinsRequired,
      source: price.priceSource,
    },
    // The poster is used instead.
    artwork: asked(episode.thumbAssetId === null ? notNeeded : go),
    schedule: isAsked ? schedule : { ...schedule, ...notNeeded },
  };
  const captions = series.targetLanguages.map((lang) => ({ lang, verdict: captionVerdict(lang) }));
  const parts = [...Object.values(evaluated), ...captions];
  const isHeld = parts.some(({ verdict }) => verdict === 'no_go');
  const verdict = isAsked ? 'go' : 'not_needed';
  return { episode, ...evaluated, captions, verdict: isHeld ? 'no_go' : verdict };
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
export function evaluateLaunch(facts: LaunchFacts, prices: readonly ChargedPrice[]): Launch {
  const { series, schedules, places } = facts;
  const own = datedCheck(series.status, schedules[series.id]);
  const checks = {
    episodes: episodesCheck(facts),
    artwork: artworkCheck(series),
    schedule: { ...own, at: launchAt(facts) },
    rail: goUnless(places.rails.length === 0 && !places.isInReel && 'not_placed'),
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
  return { series, verdict: noGoCount === 0 ? 'go' : 'no_go', noGoCount, checks, episodes };
}
