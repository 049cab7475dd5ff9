import type { Schema } from '../../api/client.ts';
import { allQuery, type FiltersOf, listQuery, pagesQuery } from '../../api/query.ts';

export type Economy = Schema<'Economy'>;
export type EconomyEvent = Schema<'EconomyEvent'>;
export type EconomySearch = FiltersOf<'/v1/admin/economy'>;

/** The last figures stay on the screen until the next are there. */
export const economyQuery = (search: EconomySearch) => listQuery('/v1/admin/economy', search);

export const eventsQuery = (query: FiltersOf<'/v1/admin/economy/events'> & { day: string; account: string }) =>
  pagesQuery('/v1/admin/economy/events', { query }, 25);

/** All of them, to choose from. */
export const segmentsQuery = allQuery('/v1/admin/segments', {});
