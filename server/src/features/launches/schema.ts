import { type TProperties, Type } from 'typebox';
import { Id, Int, nullable, oneOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { zoneOf } from '../../kit/market-time.ts';
import { languages, states } from '../catalog/public.ts';
import { surfaces } from '../curation/public.ts';
import { priceSources } from '../pricing/public.ts';
import type { JudgedLaunch } from './launches.ts';
import { type Launch as LaunchVerdict, launchAt, reasons, verdicts } from './rules.ts';

const Verdict = oneOf(verdicts, {
  description: '`no_go`: viewers would miss something. `not_needed`: nobody asks for it',
});
const Reasons = Type.Array(oneOf(reasons), { description: 'Why it is no go; empty where it is not' });
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
    video: check('Whether it has a video that is ready', {}),
    captions: Type.Array(Type.Object({ lang: oneOf(languages), verdict: Verdict }), {
      description: 'One for each language of the series; a series for one language needs none',
    }),
    price: check('What it costs when viewers see it first, in a market without a price of its own', {
      coins: Int(),
      source: oneOf(priceSources),
    }),
    artwork: check('Its own picture; without one it has the poster', {}),
    schedule: check('Its date; once it is out there is none', dated),
  },
  { title: 'EpisodeLaunch' },
);

export const Launch = Type.Object(
  {
    series: Type.Object({ ...named, posterAssetId: nullable(Id), targetLanguages: Type.Array(oneOf(languages)) }),
    verdict: Verdict,
    noGoCount: Int(),
    checks: Type.Object({
      episodes: check('Whether viewers find an episode from the first moment on', {}),
      artwork: check('Poster and hero image', {}),
      schedule: check('When the series goes live, or went', dated),
      rail: check('Whether viewers find it in the app', {
        rails: Type.Array(Type.Object({ id: Id, surface: oneOf(surfaces), titleI18n: Translations }), {
          description: 'The active rails that name it or show what is newest; of `for_you` those that the app shows',
        }),
        isInReel: Type.Boolean({ description: 'It has a place in the preview reel' }),
      }),
    }),
    episodes: Type.Array(EpisodeLaunch),
    markets: Type.Array(Type.Object({ country: Type.String(), timeZone: Type.String() }), {
      description: 'Where most users are, the largest market first',
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
      description: 'When it goes live, or its first episode where the series has no date',
    }),
    launchAt: nullable(Timestamp),
    verdict: Verdict,
    noGoCount: Int(),
    reasons: Type.Array(oneOf(reasons), { description: 'Each reason of a no go once, its episodes’ too' }),
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

/** Each reason once, the series' own first. */
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
