import { type Static, Type } from 'typebox';
import { Country, Currency, Id, Int, nullable, oneOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import { type PictureUrl, Reference } from '../catalog/public.ts';
import { maxCoins, outcomes, overrideStatuses, priceSources, scopes } from './rules.ts';

export const exampleOverride = { id: '01930000-0000-7000-8000-000000000071' };

const picture = { pictureUrl: nullable(Type.String()) };

export const PricingOverride = Type.Object(
  {
    id: Id,
    scope: oneOf(scopes),
    scopeRef: Type.String({ description: 'Country of the market, or id of the series or episode' }),
    coins: Int(),
    currencyHint: nullable(Type.String()),
    activeFrom: Timestamp,
    activeTo: nullable(Timestamp),
    active: Type.Boolean({ description: 'Whether the override is switched on' }),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    item: nullable(
      Type.Object(
        {
          seriesId: Id,
          seriesTitle: Type.String(),
          seriesTitleI18n: Translations,
          episodeNumber: nullable(Int()),
          title: Type.String(),
          titleI18n: Translations,
          ...picture,
        },
        { description: 'The series or episode; null for a market' },
      ),
    ),
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'PricingOverride' },
);

type PricingOverride = Static<typeof PricingOverride>;
type Item = Omit<NonNullable<PricingOverride['item']>, 'pictureUrl'>;
export type OverrideRow = Omit<PricingOverride, 'item' | 'allowed'> & {
  item: (Item & { pictureAssetId: string | null }) | null;
};
export type OverrideFields = Pick<OverrideRow, 'coins' | 'currencyHint' | 'activeFrom' | 'activeTo' | 'active'>;

export const showOverride = (
  { item, ...row }: OverrideRow,
  urlOf: PictureUrl,
  { permissions }: Pick<Admin, 'permissions'>,
) => ({
  ...row,
  item: item && { ...item, pictureUrl: urlOf(item.pictureAssetId) },
  allowed: hasPermission(permissions, 'pricing:write') ? ['update', 'delete'] : [],
});

export const PricingConfig = Type.Object(
  {
    defaultCoinsPerEpisode: Int(),
    overrides: Type.Array(PricingOverride, { description: 'Active overrides, including future ones' }),
    revision: Int(),
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'PricingConfig' },
);

const Coins = Int({ minimum: 0, maximum: maxCoins });
const Note = Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' });

export const ConfigBody = Type.Object({ defaultCoinsPerEpisode: Coins, note: Type.Optional(Note) });

const overrideFields = {
  coins: Coins,
  currencyHint: nullable(Currency),
  activeFrom: nullable(Type.String({ format: 'moment', description: 'ISO 8601 with an offset; null means now' })),
  activeTo: nullable(Type.String({ format: 'moment', description: 'End, exclusive; null for no end' })),
  active: Type.Boolean(),
  note: Note,
};
const { coins, ...rest } = overrideFields;
const target = {
  scope: oneOf(scopes),
  scopeRef: Type.String({ maxLength: 200, description: 'Country of the market, or id of the series or episode' }),
};
export const CreateOverrideBody = Type.Object({
  ...target,
  coins,
  ...Type.Partial(Type.Object(rest)).properties,
});
export const UpdateOverrideBody = Type.Partial(Type.Object({ ...target, ...overrideFields }));

const overrideFilters = Type.Object({
  scope: Type.Optional(oneOf(scopes)),
  scopeRef: Type.Optional(Type.String({ maxLength: 200 })),
  seriesId: Type.Optional(Type.String({ maxLength: 200, description: 'The series, or any episode of it' })),
  active: Type.Optional(Type.Boolean()),
  status: Type.Optional(oneOf(overrideStatuses)),
});
export type OverrideFilters = Static<typeof overrideFilters>;
export const overrideQuery = overrideFilters.properties;

const at = Type.Optional(Type.String({ format: 'moment', description: 'ISO 8601 with an offset; default: now' }));
const price = { coinsRequired: Int(), priceSource: oneOf(priceSources) };

export const explainQuery = { episodeId: Reference, market: Type.Optional(Country), at };
export const PriceExplanation = Type.Object(
  {
    ...price,
    candidates: Type.Array(
      Type.Object({
        source: oneOf(priceSources),
        overrideId: nullable(Id),
        coins: Int(),
        activeFrom: nullable(Timestamp),
        activeTo: nullable(Timestamp),
        outcome: oneOf(outcomes, {
          description: '`outranked` by a source with precedence, `superseded` by a later override of the same scope',
        }),
      }),
      { description: 'In order of precedence; the first valid one is applied' },
    ),
    freeToday: Type.Boolean({
      description: 'Whether the series is free on the UTC day of that moment, so that viewers pay nothing',
    }),
    episode: Type.Object({
      id: Id,
      seriesId: Id,
      episodeNumber: Int(),
      title: Type.String(),
      titleI18n: Translations,
      seriesTitle: Type.String(),
      seriesTitleI18n: Translations,
    }),
    market: nullable(Type.String()),
    at: Timestamp,
  },
  { title: 'PriceExplanation' },
);

export const heatMapQuery = {
  seriesId: Reference,
  market: Type.Optional(
    Type.Array(Country, { maxItems: 50, description: 'Markets; default: those with a price of their own' }),
  ),
  at,
};
export const PriceHeatMap = Type.Object(
  {
    seriesId: Id,
    at: Timestamp,
    markets: Type.Array(nullable(Type.String()), { description: 'The columns; null stands for all other markets' }),
    episodes: Type.Array(
      Type.Object({
        id: Id,
        episodeNumber: Int(),
        title: Type.String(),
        titleI18n: Translations,
        status: Type.String(),
        prices: Type.Array(Type.Object({ ...price, overrideId: nullable(Id) }), {
          description: 'One entry per market, in the order of the columns',
        }),
      }),
      { description: 'All episodes, by number' },
    ),
  },
  { title: 'PriceHeatMap' },
);

export const seriesChoiceQuery = {
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the title in any language, or an id' })),
};
export const SeriesChoice = Type.Object(
  {
    id: Id,
    title: Type.String(),
    titleI18n: Translations,
    status: Type.String(),
    freeEpisodes: Int(),
    episodeCount: Int(),
    createdAt: Timestamp,
    ...picture,
  },
  { title: 'SeriesChoice' },
);
