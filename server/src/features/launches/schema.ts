import { type TProperties, Type } from 'typebox';
import { Id, Int, nullable, oneOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { zoneOf } from '../../kit/market-time.ts';
import { languages, states } from '../catalog/public.ts';
import { surfaces } from '../curation/public.ts';
import { priceSources } from '../pricing/public.ts';
import type { JudgedLaunch } from './launches.ts';
import { type Launch as LaunchVerdict, launchAt, reasons, verdicts } from './rules.ts';

const Verdict = oneOf(verdicts, {
  description: '`no_go`: viewers would miss something. `not_needed`: not required',
});
const Reasons = Type.Array(oneOf(reasons), { description: 'Reasons for a no-go; empty otherwise' });
const check = <More extends TProperties>(description: string, more: More) =>
  Type.Object({ verdict: Verdict, reasons: Reasons, ...more }, { description });

const dated = {
  at: nullable(Timestamp),
  scheduleId: nullable(Id),
};

const named = { id: Id, title: Type.String(), titleI18n: Translations, status: oneOf(states) };

const EpisodeLaunch = Type.Object(
  {
    ...named,
    episodeNumber: Int(),
    thumbAssetId: nullable(Id),
    verdict: Verdict,
    video: check('Whether its video is ready', {}),
    captions: Type.Array(Type.Object({ lang: oneOf(languages), verdict: Verdict }), {
      description: 'One entry per language of the series; not needed for a series in one language',
    }),
    price: check('The price when it first becomes visible, in a market without a price of its own', {
      coins: Int(),
      source: oneOf(priceSources),
    }),
    artwork: check('Its own image; the poster is used without one', {}),
    schedule: check('Its publishing date; none once it is published', dated),
  },
  { title: 'EpisodeLaunch' },
);

export const Launch = Type.Object(
  {
    series: Type.Object({ ...named, posterAssetId: nullable(Id), targetLanguages: Type.Array(oneOf(languages)) }),
    verdict: Verdict,
    noGoCount: Int(),
    checks: Type.Object({
      episodes: check('Whether an episode is visible from the start', {}),
      artwork: check('Poster and hero image', {}),
      schedule: check('When the series goes live, or went live', dated),
      rail: check('Whether it is placed in the app', {
        rails: Type.Array(Type.Object({ id: Id, surface: oneOf(surfaces), titleI18n: Translations }), {
          description:
            'Active rails that contain it or show the newest series; of `for_you`, only the rails that the app shows',
        }),
        isInReel: Type.Boolean({ description: 'Whether it is in the preview reel' }),
      }),
    }),
    episodes: Type.Array(EpisodeLaunch),
    markets: Type.Array(Type.Object({ country: Type.String(), timeZone: Type.String() }), {
      description: 'The largest markets by users, largest first',
    }),
    asOf: Timestamp,
  },
  { title: 'Launch' },
);

export const ComingLaunch = Type.Object(
  {
    ...named,
    posterAssetId: nullable(Id),
    comesAt: Type.Unsafe<Date>({
      ...Timestamp,
      description: 'When it goes live, or its first episode if the series has no date',
    }),
    launchAt: nullable(Timestamp),
    verdict: Verdict,
    noGoCount: Int(),
    reasons: Type.Array(oneOf(reasons), { description: 'Distinct no-go reasons, including those of its episodes' }),
    episodeCount: Int(),
    goEpisodeCount: Int(),
  },
  { title: 'ComingLaunch' },
);

const nameOf = ({
  id,
  title,
  titleI18n,
  status,
}: LaunchVerdict['series'] | LaunchVerdict['episodes'][number]['episode']) => ({
  id,
  title,
  titleI18n,
  status,
});

export const showLaunch = ({ launch, facts: { places } }: JudgedLaunch, markets: readonly string[], asOf: Date) => ({
  series: {
    ...nameOf(launch.series),
    posterAssetId: launch.series.posterAssetId,
    targetLanguages: launch.series.targetLanguages,
  },
  verdict: launch.verdict,
  noGoCount: launch.noGoCount,
  checks: {
    ...launch.checks,
    rail: { ...launch.checks.rail, rails: places.rails.map((rail) => ({ ...rail })), isInReel: places.isInReel },
  },
  episodes: launch.episodes.map(({ episode, ...evaluated }) => ({
    ...nameOf(episode),
    episodeNumber: episode.episodeNumber,
    thumbAssetId: episode.thumbAssetId,
    ...evaluated,
  })),
  markets: markets.map((country) => ({ country, timeZone: zoneOf(country) })),
  asOf,
});

/** Distinct reasons, those of the series first. */
function reasonsOf({ checks, episodes }: LaunchVerdict) {
  const ofEpisodes = episodes.flatMap(({ video, captions, price, schedule }) => [
    ...[...video.reasons, ...price.reasons, ...schedule.reasons],
    ...(captions.some(({ verdict }) => verdict === 'no_go') ? (['no_captions'] as const) : []),
  ]);
  return [...new Set([...Object.values(checks).flatMap((one) => one.reasons), ...ofEpisodes])];
}

export const showComing = (comesAt: Date, { launch, facts }: JudgedLaunch) => ({
  ...nameOf(launch.series),
  posterAssetId: launch.series.posterAssetId,
  comesAt,
  launchAt: launchAt(facts),
  verdict: launch.verdict,
  noGoCount: launch.noGoCount,
  reasons: reasonsOf(launch),
  episodeCount: launch.episodes.length,
  goEpisodeCount: launch.episodes.filter(({ verdict }) => verdict !== 'no_go').length,
});
