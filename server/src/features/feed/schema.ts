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
        id: Type.String({ description: '`newest` for the fallback rail' }),
        collectionId: nullable(Id),
        slug: Type.String(),
        title: Type.String(),
        explanation: Type.String({ description: 'Why viewers see it' }),
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
  moved: Type.Array(Type.String(), { description: 'Moved items: the smallest set that explains the new order' }),
});
export const FeedPreview = Type.Object(
  {
    ...feed,
    at: Timestamp,
    changes: Type.Object(
      {
        rails: Type.Array(Type.Object({ id: Type.String(), ...Change.properties }), {
          description: 'Rails whose series differ; an added or removed rail appears with all of its series',
        }),
        railOrder: Type.Object(Change.properties, { description: 'Changes to the rails themselves' }),
        freeToday: Change,
        previewReel: Change,
      },
      { description: 'Differences from the current feed' },
    ),
  },
  { title: 'FeedPreview' },
);

const FeedStop = Type.Object(
  {
    at: Timestamp,
    kind: oneOf(stopKinds, {
      description:
        '`publish`: a series or some of its episodes are published; `free_series`: another series is free; `window_end`: a series is no longer among the newest',
    }),
    series: nullable(
      Type.Object({
        id: Id,
        title: Type.String(),
        titleI18n: Translations,
        pictureUrl: nullable(Type.String()),
      }),
    ),
    episodes: Type.Integer({ description: 'Number of episodes published; 0 for other kinds' }),
  },
  { title: 'FeedStop' },
);
export const FeedStops = wholeListOf(FeedStop, { title: 'FeedStops', more: { from: Timestamp, until: Timestamp } });

const railLabel = {
  id: Id,
  surface: oneOf(surfaces),
  collectionId: Id,
  titleI18n: Translations,
  byRule: Type.Boolean({ description: 'Whether its content is selected by a rule' }),
};

const EmptyRail = Type.Object({ ...railLabel, emptyAt: Timestamp }, { title: 'EmptyRail' });
export const EmptyRails = wholeListOf(EmptyRail, { title: 'EmptyRails' });

/** Free days are generated for at most this long. */
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
