import { Type } from 'typebox';
import { Country, Id, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { langQuery, SeriesCard } from '../catalog/public.ts';
import { surfaces } from '../curation/public.ts';

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

const Change = Type.Object({ added: Type.Array(Id), removed: Type.Array(Id) });
export const FeedPreview = Type.Object(
  {
    ...feed,
    at: Timestamp,
    changes: Type.Object(
      {
        rails: Type.Array(Type.Object({ id: Type.String(), ...Change.properties }), {
          description: 'The rails whose series are others than now, one that is new or gone with all of its series',
        }),
        freeToday: Change,
        previewReel: Change,
      },
      { description: 'What is otherwise than in the feed of now' },
    ),
  },
  { title: 'FeedPreview' },
);

export const feedQuery = {
  surface: Type.Optional(oneOf(surfaces)),
  market: Type.Optional(Country),
  lang: langQuery,
};
