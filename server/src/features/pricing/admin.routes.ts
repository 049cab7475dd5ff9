import type { Db } from '../../kit/db/database.ts';
import { fieldLocked, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, isId, parseMoment } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint, hasPermission } from '../access/public.ts';
import { type CatalogFiles, findSeries, listSeriesChoices, pictureUrls } from '../catalog/public.ts';
import { createOverride, deleteOverride, editOverride, setDefault } from './actions.ts';
import type { FreeDays } from './ports.ts';
import { explainPrice, heatMapOf, type PricingSettings } from './prices.ts';
import {
  ConfigBody,
  CreateOverrideBody,
  exampleOverride,
  explainQuery,
  heatMapQuery,
  type OverrideRow,
  overrideQuery,
  PriceExplanation,
  PriceHeatMap,
  PricingConfig,
  PricingOverride,
  SeriesChoice,
  seriesChoiceQuery,
  showOverride,
  UpdateOverrideBody,
} from './schema.ts';
import {
  findConfig,
  findOverride,
  findPricedEpisode,
  listActiveOverrides,
  listOverrides,
  listPricedEpisodes,
} from './sql.ts';

const params = { id: Id };
const onOverride = { params, target: (db: Db, { id }: { id: string }) => findOverride(db, id) };
const exampleSeries = '01930000-0000-7000-8000-000000000043';
const exampleEpisode = '01930000-0000-7000-8000-000000000055';

async function showOverrides(db: Db, files: CatalogFiles, rows: readonly OverrideRow[], caller: Admin) {
  const pictures = rows.map(({ item }) => item?.pictureAssetId);
  const urlOf = await pictureUrls(db, files, pictures);
  return rows.map((row) => showOverride(row, urlOf, caller));
}

async function showOne(db: Db, files: CatalogFiles, row: OverrideRow, caller: Admin) {
  const [shown] = await showOverrides(db, files, [row], caller);
  return shown ?? refuse(notFound);
}

async function showConfig(db: Db, files: CatalogFiles, { defaultCoinsPerEpisode }: PricingSettings, caller: Admin) {
  const { defaultCoins, revision } = await findConfig(db);
  return {
    defaultCoinsPerEpisode: defaultCoins ?? defaultCoinsPerEpisode,
    overrides: await showOverrides(db, files, await listActiveOverrides(db), caller),
    revision,
    allowed: hasPermission(caller.permissions, 'pricing:write') ? ['update'] : [],
  };
}

const configRoutes = (files: CatalogFiles, settings: PricingSettings): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/pricing/config',
    access: ['pricing:read'],
    summary: 'Read the default price and the active overrides',
    description: 'Includes overrides before and after their time window, as long as they are switched on.',
    reply: PricingConfig,
    run: ({ db, caller }) => showConfig(db, files, settings, caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/pricing/config',
    access: ['pricing:write'],
    summary: 'Set the default price',
    description: 'Applies to episodes that are neither free nor priced by an override.',
    body: ConfigBody,
    reply: PricingConfig,
    example: { body: { defaultCoinsPerEpisode: 12 } },
    run: async (ctx, { body: { defaultCoinsPerEpisode, note } }) => {
      await setDefault(ctx, defaultCoinsPerEpisode, note, settings.defaultCoinsPerEpisode);
      return showConfig(ctx.tx, files, settings, ctx.caller);
    },
  }),
];

const readRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/pricing/overrides',
    access: ['pricing:read'],
    summary: 'List price overrides, newest first',
    description:
      'Includes overrides that are switched off, unless `active` is given. `status` is `planned` before its window, `running` within it, `ended` after it, and `off` if it is switched off.',
    query: overrideQuery,
    item: PricingOverride,
    sort: byNewest('createdAt', 'o'),
    example: { query: { scope: 'market' } },
    list: async (db, given, keyset, { caller }) =>
      showOverrides(db, files, await listOverrides(db, given, keyset), caller),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/pricing/overrides/:id',
    access: ['pricing:read'],
    summary: 'Read one price override',
    description: '`revision` is the value for `If-Match` of an edit.',
    ...onOverride,
    reply: PricingOverride,
    example: { params: exampleOverride },
    run: ({ db, caller }, { target }) => showOne(db, files, target, caller),
  }),
];

const changeRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/pricing/overrides',
    access: ['pricing:write'],
    status: 201,
    summary: 'Create a price override for an episode, a series or a market',
    description:
      'Valid from `activeFrom` (default: now) until `activeTo`, exclusive. Among overrides of the same scope the one with the latest start applies, then the one created last. `scopeRef` is a country, or the id of a series or an episode.',
    body: CreateOverrideBody,
    reply: PricingOverride,
    errors: [notFound],
    example: {
      body: {
        scope: 'series',
        scopeRef: exampleSeries,
        coins: 8,
        activeFrom: '2030-01-01T00:00:00Z',
        activeTo: '2030-02-01T00:00:00Z',
      },
    },
    run: async (ctx, { body }) => showOne(ctx.tx, files, await createOverride(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/pricing/overrides/:id',
    access: ['pricing:write'],
    summary: 'Edit a price override',
    description: 'Omitted fields are unchanged; `scope` and `scopeRef` cannot be changed.',
    ...onOverride,
    body: UpdateOverrideBody,
    reply: PricingOverride,
    errors: [fieldLocked],
    example: { params: exampleOverride, body: { coins: 6, active: false } },
    run: async (ctx, { params: { id }, body }) => showOne(ctx.tx, files, await editOverride(ctx, id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/pricing/overrides/:id',
    access: ['pricing:write'],
    status: 204,
    summary: 'Delete a price override',
    description: 'Prices are then what they would be without it. Unlocked episodes stay unlocked.',
    ...onOverride,
    example: { params: exampleOverride },
    run: (ctx, { params: { id } }) => deleteOverride(ctx, id),
  }),
];

const momentOf = (text: string | undefined, now: Date): Date => (text === undefined ? now : (parseMoment(text) ?? now));

const priceRoutes = (files: CatalogFiles, settings: PricingSettings, days: FreeDays): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/pricing/explain',
    access: ['pricing:read'],
    summary: 'Explain the price of an episode',
    description:
      'In `market`, or in a market without a price of its own if omitted, at any moment. Returns all overrides that concern the episode, with the outcome of each, and whether the series is free that day, which grants access but is not a price.',
    query: explainQuery,
    reply: PriceExplanation,
    errors: [notFound],
    example: { query: { episodeId: exampleEpisode, market: 'ID' } },
    run: async ({ db, now }, { query }) => {
      const id = query.episodeId.toLowerCase();
      const found = isId(id) ? await findPricedEpisode(db, id) : undefined;
      const { status: _status, ...episode } = found ?? refuse(notFound, { field: 'episodeId' });
      const market = query.market?.toUpperCase() ?? null;
      const at = momentOf(query.at, now);
      const { candidates, ...price } = await explainPrice(db, settings, { episode, market }, at);
      const freeToday = await days.isFreeOn(db, episode.seriesId, market, at);
      return { ...price, candidates: [...candidates], freeToday, episode, market, at };
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/pricing/heat-map',
    access: ['pricing:read'],
    summary: 'Show the prices of a series by episode and market',
    description: 'At any moment. The first column is for the markets without a price of their own.',
    query: heatMapQuery,
    reply: PriceHeatMap,
    errors: [notFound],
    example: { query: { seriesId: exampleSeries, market: 'ID,EG' } },
    run: async ({ db, now }, { query }) => {
      const id = query.seriesId.toLowerCase();
      if (!isId(id) || !(await findSeries(db, id))) refuse(notFound, { field: 'seriesId' });
      const episodes = await listPricedEpisodes(db, id);
      return heatMapOf(db, settings, { id, episodes }, query.market, momentOf(query.at, now));
    },
  }),
  adminEndpoint.list({
    url: '/admin/pricing/series',
    access: ['pricing:read'],
    summary: 'List series to choose from, newest first',
    description: 'For choosing a series without `content:read`.',
    query: seriesChoiceQuery,
    item: SeriesChoice,
    sort: byNewest('createdAt', 's'),
    example: { query: { q: 'ballroom' } },
    list: async (db, { q }, keyset) => {
      const rows = await listSeriesChoices(db, q, keyset);
      const posters = rows.map(({ posterAssetId }) => posterAssetId);
      const urlOf = await pictureUrls(db, files, posters);
      return rows.map((row) => ({ ...row, pictureUrl: urlOf(row.posterAssetId) }));
    },
    show: (row) => row,
  }),
];

export const pricingRoutes = (files: CatalogFiles, settings: PricingSettings, days: FreeDays): Endpoint[] => [
  ...configRoutes(files, settings),
  ...readRoutes(files),
  ...changeRoutes(files),
  ...priceRoutes(files, settings, days),
];
