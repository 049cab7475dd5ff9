import { Type } from 'typebox';
import { Country, Id, Int, nullable, oneOf, Timestamp, Translations, wholeListOf } from '../../kit/http/schema.ts';
import { langQuery, SeriesCard } from '../catalog/public.ts';
import { surfaces } from '../curation/public.ts';
import { stopKinds } from './rules.ts';

const feed = {
  surface: oneOf(surfaces),
  market: nullable(Type.String()),
  lang: Type.String(),
  rails: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: '`newest` for the one that is there where there are no others' }),
        collectionId: nullable(Id),
        slug: Type.String(),
        title: Type.String(),
        explanation: Type.String({ description: 'Why a viewer sees it' }),
        series: Type.Array(SeriesCard),
      },
      { title: 'FeedRail' },
    ),
  ),
  freeToday: Type.Array(SeriesCard),
  previewReel: Type.Array(SeriesCard),
  generatedAt: Timestamp,
};
export const Feed = Type.Object(feed, { title: 'Feed' });

const Change = Type.Object({
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  moved: Type.Array(Type.String(), { description: 'Those that stand elsewhere, as few as explain the new order' }),
});
export const FeedPreview = Type.Object(
  {
    ...feed,
    at: Timestamp,
    changes: Type.Object(
      {
        rails: Type.Array(Type.Object({ id: Type.String(), ...Change.properties }), {
          description: 'The rails whose series are others than now, one that is new or gone with all of its series',
        }),
        railOrder: Type.Object(Change.properties, { description: 'The rails themselves' }),
        freeToday: Change,
        previewReel: Change,
      },
      { description: 'What is otherwise than in the feed of now' },
    ),
  },
  { title: 'FeedPreview' },
);

const FeedStop = Type.Object(
  {
    at: Timestamp,
    kind: oneOf(stopKinds, {
      description:
        '`publish`: a series or episodes of it come out; `free_series`: another series is free; `window_end`: a series is no longer among the newest',
    }),
    series: nullable(
      Type.Object({
        id: Id,
        title: Type.String(),
        titleI18n: Translations,
        pictureUrl: nullable(Type.String()),
      }),
    ),
    episodes: Type.Integer({ description: 'How many of its episodes come out; 0 where it is something else' }),
  },
  { title: 'FeedStop' },
);
export const FeedStops = wholeListOf(FeedStop, { title: 'FeedStops', more: { from: Timestamp, until: Timestamp } });

const railLabel = {
  id: Id,
  surface: oneOf(surfaces),
  collectionId: Id,
  titleI18n: Translations,
  byRule: Type.Boolean({ description: 'Whether a rule chooses what it shows' }),
};

const EmptyRail = Type.Object({ ...railLabel, emptyAt: Timestamp }, { title: 'EmptyRail' });
export const EmptyRails = wholeListOf(EmptyRail, { title: 'EmptyRails' });

/** As far as free days are planned ahead at most. */
const maxStopDays = 90;

export const feedQuery = {
  surface: Type.Optional(oneOf(surfaces)),
  market: Type.Optional(Country),
  lang: langQuery,
};

export const stopsQuery = {
  surface: Type.Optional(oneOf(surfaces)),
  market: Type.Optional(Country),
  days: Type.Optional(Int({ minimum: 1, maximum: maxStopDays })),
};
