import { keepPreviousData } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, itemsOf, taggedQuery } from '../../api/query.ts';

export type Override = Schema<'PricingOverride'>;
export type SeriesChoice = Schema<'SeriesChoice'>;
export type Explanation = Schema<'PriceExplanation'>;
export type Scope = Override['scope'];
export type PriceSource = Explanation['priceSource'];

export const configQuery = taggedQuery('/v1/admin/pricing/config', {});

/** All of them, also those that are switched off or over: a time line has no pages. */
export const overridesQuery = allQuery('/v1/admin/pricing/overrides', {});

export const overrideQuery = (id: string) => taggedQuery('/v1/admin/pricing/overrides/{id}', { path: { id } });

export const seriesChoicesQuery = (q: string) => ({
  ...apiQuery('/v1/admin/pricing/series', { query: { limit: 20, ...(q && { q }) } }),
  select: itemsOf<SeriesChoice>,
  placeholderData: keepPreviousData,
});

export const heatMapQuery = (seriesId: string) => apiQuery('/v1/admin/pricing/heat-map', { query: { seriesId } });

export const explainQuery = (episodeId: string, market: string | undefined, at: string | undefined) => ({
  ...apiQuery('/v1/admin/pricing/explain', { query: { episodeId, market, at } }),
  placeholderData: keepPreviousData,
});
