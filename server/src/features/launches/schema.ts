import { type Static, type TProperties, Type } from 'typebox';
import { Id, Int, nullable, oneOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { languages, states } from '../catalog/public.ts';
import { surfaces } from '../curation/public.ts';
import { priceSources } from '../pricing/public.ts';

export const reasons = [
  ...(['no_episodes', 'none_at_launch', 'no_video', 'video_not_ready', 'no_captions', 'costs_nothing'] as const),
  ...(['no_poster', 'no_hero', 'draft', 'no_date', 'schedule_failed', 'archived', 'not_placed'] as const),
];
export type Reason = (typeof reasons)[number];

const Verdict = oneOf(['go', 'no_go', 'not_needed'], {
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
export type EpisodeLaunch = Static<typeof EpisodeLaunch>;

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
export type Launch = Static<typeof Launch>;

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
export type ComingLaunch = Static<typeof ComingLaunch>;
