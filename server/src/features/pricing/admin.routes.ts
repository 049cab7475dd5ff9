import type { Db } from '../../kit/db/database.ts';
import { fieldLocked, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, isId, parseMoment } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint, hasPermission } from '../access/public.ts';
import { type CatalogFiles, findSeries, listSeriesChoices } from '../catalog/public.ts';
import { createOverride, deleteOverride, editOverride, setDefault } from './actions.ts';
import type { FreeDays } from './ports.ts';
import { explainPrice, heatMapOf, type PricingSettings } from './prices.ts';
import {
  ConfigBody,
  CreateOverrideBody,
  exampleOverride,
  explainQuery,
  heatMapQuery,
  overrideQuery,
  PriceExplanation,
  PriceHeatMap,
  PricingConfig,
  PricingOverride,
  SeriesChoice,
  seriesChoiceQuery,
  showChoice,
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
  type OverrideRow,
} from './sql.ts';

const params = { id: Id };
const exampleSeries = '01930000-0000-7000-8000-000000000043';
const exampleEpisode = '01930000-0000-7000-8000-000000000055';

const named = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null);

async function showOverrides(db: Db, files: CatalogFiles, rows: readonly OverrideRow[], caller: Admin) {
  const assets = await files.findAssets(db, named(rows.map(({ item }) => item?.pictureAssetId ?? null)));
  return rows.map((row) => showOverride(row, assets, caller));
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
    summary: 'Read the default price and the overrides that are switched on',
    description: 'Overrides whose time has not come, or is over, are among them as long as they are switched on.',
    reply: PricingConfig,
    run: ({ db, caller }) => showConfig(db, files, settings, caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/pricing/config',
    access: ['pricing:write'],
    summary: 'Set the default price',
    description: 'What an episode costs where no override says otherwise and it is not among the free ones.',
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
      'Those that are switched off are among them unless `active` says otherwise. `status` is `planned` before its time, `running` in it, `ended` after it, and `off` where it is switched off.',
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
    description: '`revision` is what `If-Match` of an edit takes.',
    params,
    reply: PricingOverride,
    example: { params: exampleOverride },
    target: (db, { id }) => findOverride(db, id),
    run: ({ db, caller }, { target }) => showOne(db, files, target, caller),
  }),
];

const changeRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/pricing/overrides',
    access: ['pricing:write'],
    status: 201,
    summary: 'Set another price for an episode, a series or a market',
    description:
      'Counts from `activeFrom`, now if it is left out, up to but without `activeTo`. Of several for the same thing the one that began last counts, then the one that was made last. `scopeRef` is a country, or the id of a series or an episode.',
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
    description: 'Fields that are left out stay as they are; another `scope` or `scopeRef` is refused.',
    params,
    body: UpdateOverrideBody,
    reply: PricingOverride,
    errors: [fieldLocked],
    example: { params: exampleOverride, body: { coins: 6, active: false } },
    target: (db, { id }) => findOverride(db, id),
    run: async (ctx, { params: { id }, body }) => showOne(ctx.tx, files, await editOverride(ctx, id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/pricing/overrides/:id',
    access: ['pricing:write'],
    status: 204,
    summary: 'Remove a price override',
    description: 'What it was for costs again what it would without it. What was unlocked stays unlocked.',
    params,
    example: { params: exampleOverride },
    target: (db, { id }) => findOverride(db, id),
    run: (ctx, { params: { id } }) => deleteOverride(ctx, id),
  }),
];

const momentOf = (text: string | undefined, now: Date): Date => (text === undefined ? now : (parseMoment(text) ?? now));

const answerRoutes = (files: CatalogFiles, settings: PricingSettings, days: FreeDays): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/pricing/explain',
    access: ['pricing:read'],
    summary: 'Say what an episode costs and why',
    description:
      'In a market, or where none is named in one without a price of its own, at any moment. Answers every override that is about it, also those that do not count, with what became of each, and whether the series is free that day, which is access beside the price.',
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
    summary: 'Show what every episode of a series costs in every market',
    description: 'At any moment. The first column stands for the markets without a price of their own.',
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
    summary: 'List the series that can be given a price, newest first',
    description: 'What one needs to choose a series, for those who set prices and do not see the catalog.',
    query: seriesChoiceQuery,
    item: SeriesChoice,
    sort: byNewest('createdAt', 's'),
    example: { query: { q: 'ballroom' } },
    list: async (db, { q }, keyset) => {
      const rows = await listSeriesChoices(db, q, keyset);
      const assets = await files.findAssets(db, named(rows.map(({ posterAssetId }) => posterAssetId)));
      return rows.map((row) => showChoice(row, assets));
    },
    show: (row) => row,
  }),
];

export const pricingRoutes = (files: CatalogFiles, settings: PricingSettings, days: FreeDays): Endpoint[] => [
  ...configRoutes(files, settings),
  ...readRoutes(files),
  ...changeRoutes(files),
  ...answerRoutes(files, settings, days),
];
