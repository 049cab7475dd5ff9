import { keepPreviousData } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { apiQuery, type FiltersOf } from '../../api/query.ts';
import type { Language } from '../../words/define.ts';

export type Preview = Schema<'FeedPreview'>;
export type Card = Schema<'SeriesCard'>;
export type Stop = Schema<'FeedStop'>;

type Asked = FiltersOf<'/v1/admin/feed-preview'>;

/** The feed of a moment, of now where none is named; the one before stays until it is there. */
export const previewQuery = (query: Asked) => ({
  ...apiQuery('/v1/admin/feed-preview', { query }),
  placeholderData: keepPreviousData,
});

type Filters = Pick<Asked, 'surface' | 'market' | 'lang'>;

/** The filters with their defaults. The loader and the screen share them, so that both use the same query. */
export const filtersOf = ({ surface = 'for_you', market, lang }: Filters, own: Language): Filters => ({
  surface,
  market,
  lang: lang ?? own,
});

/** When it becomes another by itself. */
export const stopsQuery = (query: Pick<Asked, 'surface' | 'market'> & { days: number }) => ({
  ...apiQuery('/v1/admin/feed-preview/stops', { query }),
  placeholderData: keepPreviousData,
});
