import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { change, dryRun } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { apiQuery, keyOf, type ListParams, listQuery, read, readAll, taggedQuery } from '../../api/query.ts';

export type Asset = Schema<'MediaAsset'>;
export type Episode = Schema<'Episode'>;

/** What is on its way is looked at again until it has arrived. */
const lookAgainMs = 2_000;
const isUnderWay = (asset: Asset | undefined): boolean =>
  asset?.status === 'processing' || asset?.status === 'uploading';

const assets = '/v1/admin/media/assets';

export const assetsQuery = (search: ListParams<typeof assets>) => listQuery(assets, search);

const readAsset = (id: string, signal: AbortSignal): Promise<Asset> =>
  read('/v1/admin/media/assets/{id}', { path: { id } }, signal);

export const assetQuery = (id: string) =>
  queryOptions({
    ...apiQuery('/v1/admin/media/assets/{id}', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? lookAgainMs : false),
  });

/** The ready videos of a series that were sent for none of its episodes, and that none of them shows. */
async function videosWithoutEpisode(seriesId: string, signal: AbortSignal): Promise<Asset[]> {
  const all = await readAll(assets, { query: { seriesId, kind: 'video', status: 'ready' } }, signal);
  return all.filter(({ episodeId, linked }) => episodeId === null && linked !== true);
}

/**
 * All files of an episode: those that were sent for it, and those of others that it is linked to. After the draft a video
 * is replaced by one that was sent for the series alone, so these are among them.
 */
export const episodeAssetsQuery = ({ id: episodeId, seriesId, status, mediaAssetId, ...episode }: Episode) => {
  const thumbAssetId = episode.thumb_asset_id;
  return queryOptions({
    queryKey: keyOf(assets, { query: { episodeId, status, mediaAssetId, thumbAssetId } }, 'episode'),
    queryFn: async ({ signal }) => {
      const own = await readAll(assets, { query: { episodeId } }, signal);
      const isMissing = (id: string | null): id is string => id !== null && own.every((asset) => asset.id !== id);
      const missing = [mediaAssetId, thumbAssetId].filter(isMissing);
      const others = status === 'draft' ? [] : await videosWithoutEpisode(seriesId, signal);
      const linked = await Promise.all(missing.map((id) => readAsset(id, signal)));
      return [...linked, ...own, ...others.filter(({ id }) => linked.every((one) => one.id !== id))];
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? lookAgainMs : false),
  });
};

const stuckMs = 10 * 60_000;

export const isStuck = ({ status, updatedAt }: Asset, now = Date.now()): boolean =>
  (status === 'uploading' || status === 'processing') && now - new Date(updatedAt).getTime() > stuckMs;

/** The videos that someone has to look after: failed, or on their way for too long. */
export async function readAttention(signal: AbortSignal): Promise<Asset[]> {
  const of = async (status: Asset['status']) =>
    (await read(assets, { query: { kind: 'video', status, limit: 200 } }, signal)).items;
  const [failed, uploading, processing] = await Promise.all([of('failed'), of('uploading'), of('processing')]);
  return [...failed, ...[...processing, ...uploading].filter((asset) => isStuck(asset))];
}

export const attentionQuery = queryOptions({
  queryKey: keyOf(assets, {}, 'attention'),
  queryFn: ({ signal }) => readAttention(signal),
  refetchInterval: 20_000,
});

/** After the draft a ready video stays until another one is chosen on the episode's page: an upload does not replace it. */
export const keepsItsVideo = ({ status, media }: Episode): boolean => status !== 'draft' && media?.status === 'ready';

export const episodeQuery = (id: string) => taggedQuery('/v1/admin/episodes/{id}', { path: { id } });

export type LinkWarning = Schema<'EpisodeMediaLinked'>['warnings'][number];

const isLinkWarning = (value: unknown): value is LinkWarning =>
  typeof value === 'object' && value !== null && 'code' in value;

/** The warnings of an answer to a link. */
export function linkWarningsIn(body: unknown): LinkWarning[] {
  if (typeof body !== 'object' || body === null || !('warnings' in body)) return [];
  return Array.isArray(body.warnings) ? body.warnings.filter(isLinkWarning) : [];
}

/** What the server says of the files as they are linked, asked for by a dry run. */
export const linkWarningsQuery = ({ id, mediaAssetId, thumb_asset_id: thumbAssetId }: Episode) =>
  queryOptions({
    queryKey: keyOf(
      '/v1/admin/episodes/{id}/media',
      { path: { id }, query: { mediaAssetId, thumbAssetId } },
      'warnings',
    ),
    queryFn: async ({ signal }) => {
      const body = { mediaAssetId, thumbAssetId };
      const look = await dryRun(change('PUT', '/v1/admin/episodes/{id}/media', { path: { id }, body }), signal);
      return linkWarningsIn(look.body);
    },
  });

export type ProviderEvent = Schema<'MediaAssetEvents'>['items'][number];

/** What the provider told of a video, newest first. */
export const providerEventsQuery = (asset: Asset) => ({
  ...apiQuery('/v1/admin/media/assets/{id}/events', { path: { id: asset.id } }),
  refetchInterval: isUnderWay(asset) ? lookAgainMs : (false as const),
});
