import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import { apiQuery, keyOf, type ListParams, listQuery, read, taggedQuery } from '../../api/query.ts';
import type { Language } from '../../words/define.ts';

export type Collection = Schema<'Collection'>;
export type CollectionRule = NonNullable<Collection['rule']>;
export type Content = Schema<'CollectionContent'>;
export type Surface = Schema<'Surface'>;
export type SurfaceName = Surface['surface'];
export type Rail = Surface['rails'][number];
export type ReelEntry = Schema<'PreviewReel'>['entries'][number];
export type SeriesLabel = ReelEntry['series'];
export type Preview = Schema<'CollectionPreview'>;

export const collectionsQuery = (search: ListParams<'/v1/admin/collections'>) =>
  listQuery('/v1/admin/collections', search);

export const collectionQuery = (id: string) => taggedQuery('/v1/admin/collections/{id}', { path: { id } });

/** As many as one call may name. */
const maxIds = 50;

const contentsPath = '/v1/admin/collections/contents';

/** What viewers find in these collections now, by id. */
export const contentsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(contentsPath, { query: { ids: ids.join() } }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Content>> => {
      const batches = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) =>
        ids.slice(index * maxIds, (index + 1) * maxIds),
      );
      const replies = await Promise.all(batches.map((batch) => read(contentsPath, { query: { ids: batch } }, signal)));
      return new Map(replies.flatMap(({ items }) => items.map((content) => [content.id, content])));
    },
    placeholderData: keepPreviousData,
  });

/** Whose eyes one looks with. */
export interface Viewer {
  readonly market: string;
  readonly lang: Language;
}

const previewPath = '/v1/admin/collections/preview';

/** What a rule chooses now, saved or not. */
export const ruleQuery = (rule: CollectionRule, { market, lang }: Viewer) =>
  queryOptions({
    queryKey: keyOf(previewPath, { query: { rule: JSON.stringify(rule), market, lang } }, 'rule'),
    queryFn: ({ signal }) =>
      unwrap(api.POST(previewPath, { params: { query: { lang, ...(market && { market }) } }, body: { rule }, signal })),
    placeholderData: keepPreviousData,
  });

export const surfaceNames = ['for_you', 'discover'] as const satisfies readonly SurfaceName[];

export const surfaceQuery = (surface: SurfaceName) =>
  taggedQuery('/v1/admin/surfaces/{surface}', { path: { surface } });

export const reelQuery = taggedQuery('/v1/admin/preview-reel', {});

export const placementsQuery = (id: string) => apiQuery('/v1/admin/series/{id}/placements', { path: { id } });
