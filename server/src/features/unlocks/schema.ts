import { Type } from 'typebox';
import { Id, Int, nullable, oneOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { priceSources } from '../pricing/public.ts';

export const UnlockEntry = Type.Object(
  {
    id: Id,
    episodeId: Id,
    episodeNumber: Int(),
    title: Type.String(),
    titleI18n: Translations,
    seriesId: Id,
    seriesTitle: Type.String(),
    seriesTitleI18n: Translations,
    pictureUrl: nullable(Type.String({ description: 'Image of the episode, else of its series' })),
    coins: Int(),
    priceSource: oneOf(priceSources),
    eventId: nullable(Id),
    createdAt: Timestamp,
  },
  { title: 'UnlockEntry' },
);
