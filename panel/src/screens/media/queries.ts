import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { change, dryRun } from '../../api/change.ts';
import { api, type Schema, unwrap, unwrapWithTag } from '../../api/client.ts';
import { everyPage } from '../../api/every-page.ts';
import { type ListState, pageQuery } from '../../ui/list/search.ts';

export type Asset = Schema<'MediaAsset'>;
export type Episode = Schema<'Episode'>;
export type WebhookEvent = Schema<'WebhookEvent'>;

/** What is on its way is looked at again until it has arrived. */
const lookAgainMs = 2_000;
const isUnderWay = (asset: Asset | undefined): boolean =>
  asset?.status === 'processing' || asset?.status === 'uploading';

export interface AssetSearch extends ListState {
  readonly kind?: Asset['kind'] | undefined;
  readonly status?: Asset['status'] | undefined;
  readonly lang?: 'en' | 'ar' | 'id' | undefined;
}

export const assetsQuery = ({ kind, status, lang, ...page }: AssetSearch) => {
  const query = { ...pageQuery(page), ...(kind && { kind }), ...(status && { status }), ...(lang && { lang }) };
  return queryOptions({
    queryKey: ['media', 'list', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/media/assets', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

const readAsset = (id: string, signal: AbortSignal): Promise<Asset> =>
  unwrap(api.GET('/v1/admin/media/assets/{id}', { params: { path: { id } }, signal }));

export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'one', id],
    queryFn: ({ signal }) => readAsset(id, signal),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? lookAgainMs : false),
  });

/** All files of an episode: those that were sent for it, and those of others that it is linked to. */
export const episodeAssetsQuery = ({ id: episodeId, mediaAssetId, thumb_asset_id: thumbAssetId }: Episode) =>
  queryOptions({
    queryKey: ['media', 'episode', episodeId, mediaAssetId, thumbAssetId],
    queryFn: async ({ signal }) => {
      const own = await everyPage((query) =>
        unwrap(api.GET('/v1/admin/media/assets', { params: { query: { ...query, episodeId } }, signal })),
      );
      const isMissing = (id: string | null): id is string => id !== null && own.every((asset) => asset.id !== id);
      const missing = [mediaAssetId, thumbAssetId].filter(isMissing);
      return [...(await Promise.all(missing.map((id) => readAsset(id, signal)))), ...own];
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? lookAgainMs : false),
  });

const stuckMs = 10 * 60_000;

export const isStuck = ({ status, updatedAt }: Asset, now = Date.now()): boolean =>
  (status === 'uploading' || status === 'processing') && now - new Date(updatedAt).getTime() > stuckMs;

/** What someone has to look after: failed, or on its way for too long. */
export const attentionQuery = queryOptions({
  queryKey: ['media', 'attention'],
  queryFn: async ({ signal }) => {
    const of = async (status: Asset['status']) => {
      const query = { kind: 'video', status, limit: 200 } as const;
      return (await unwrap(api.GET('/v1/admin/media/assets', { params: { query }, signal }))).items;
    };
    const [failed, uploading, processing] = await Promise.all([of('failed'), of('uploading'), of('processing')]);
    return [...failed, ...[...processing, ...uploading].filter((asset) => isStuck(asset))];
  },
  refetchInterval: 20_000,
});

export const episodeQuery = (id: string) =>
  queryOptions({
    queryKey: ['episode', id],
    queryFn: ({ signal }) => unwrapWithTag(api.GET('/v1/admin/episodes/{id}', { params: { path: { id } }, signal })),
  });

export type LinkWarning = Schema<'EpisodeMediaLinked'>['warnings'][number];

const isLinkWarning = (value: unknown): value is LinkWarning =>
  typeof value === 'object' && value !== null && 'code' in value;

/** The warnings of an answer to a link. */
export function linkWarningsIn(body: unknown): LinkWarning[] {
  if (typeof body !== 'object' || body === null || !('warnings' in body)) return [];
  return Array.isArray(body.warnings) ? body.warnings.filter(isLinkWarning) : [];
}

/** What the server says of the files as they are linked, asked for by a rehearsal that changes nothing. */
export const linkWarningsQuery = ({ id, mediaAssetId, thumb_asset_id: thumbAssetId }: Episode) =>
  queryOptions({
    queryKey: ['episode', id, 'warnings', mediaAssetId, thumbAssetId],
    queryFn: async () => {
      const body = { mediaAssetId, thumbAssetId };
      const look = await dryRun(change('PUT', '/v1/admin/episodes/{id}/media', { path: { id }, body }));
      return linkWarningsIn(look.body);
    },
  });

const mostPages = 5;

/** What the provider told of a video, newest first. The inbox is read back to the day when the upload began. */
export const providerEventsQuery = ({ id, providerId, createdAt }: Asset) =>
  queryOptions({
    queryKey: ['webhooks', 'of', id],
    queryFn: async ({ signal }) => {
      const found: WebhookEvent[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const query = { source: 'media', limit: 200, ...(cursor && { cursor }) };
        const { items, nextCursor } = await unwrap(api.GET('/v1/admin/webhooks', { params: { query }, signal }));
        found.push(...items.filter(({ payload }) => payload?.providerId === providerId));
        const oldest = items.at(-1);
        if (nextCursor === null || !oldest || oldest.receivedAt < createdAt) return { events: found, isWhole: true };
        cursor = nextCursor;
      }
      return { events: found, isWhole: false };
    },
  });
