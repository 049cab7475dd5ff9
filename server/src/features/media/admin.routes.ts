import type { Db } from '../../kit/db/database.ts';
import { fieldLocked, invalidTransition, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, wholeList } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint, insufficientPermissions } from '../access/public.ts';
import {
  auditNoteRequired,
  type CatalogFiles,
  chooseFiles,
  exampleEpisode,
  findEpisode,
  showEpisodeWithFiles,
} from '../catalog/public.ts';
import { listProviderEvents, showDetail } from '../webhooks/public.ts';
import { remove, retry } from './actions/assets.ts';
import { assetInUse } from './errors.ts';
import { type MediaGateways, urlsOf } from './gateways.ts';
import { linkWarnings } from './rules.ts';
import {
  Asset,
  AssetEvents,
  assetQuery,
  deleteQuery,
  EpisodeMediaBody,
  EpisodeWithWarnings,
  exampleAsset,
  type MediaUrls,
  maxEvents,
  showAsset,
} from './schema.ts';
import { findAsset, listAssets, listByIds } from './sql.ts';

const params = { id: Id };
const onAsset = { params, target: (db: Db, { id }: { id: string }) => findAsset(db, id) };

const readRoutes = (urls: MediaUrls): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/media/assets',
    access: ['catalog:read'],
    summary: 'List assets, newest first',
    description:
      'Videos, images and captions; deleted assets are excluded. A filter with an unknown id gives an empty list.',
    query: assetQuery,
    item: Asset,
    fromReplica: true,
    example: { query: { kind: 'video', status: 'failed' } },
    sort: byNewest('createdAt'),
    cursorScope: ({ filters }) => ['assets', filters],
    list: listAssets,
    show: (row, caller) => showAsset(row, urls, caller),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/media/assets/:id',
    access: ['catalog:read'],
    summary: 'Read one asset',
    description:
      'During the upload of a video, `uploadUrl` is where to resume it; it is null without `catalog:write`, since it allows to upload. `url` requires no credential.',
    ...onAsset,
    reply: Asset,
    example: { params: exampleAsset },
    run: async ({ caller }, { target }) => showAsset(target, urls, caller),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/media/assets/:id/events',
    access: ['catalog:read'],
    summary: 'List the provider events of an asset, newest first',
    description: 'Each with its outcome. The events themselves are in the webhook inbox.',
    ...onAsset,
    reply: AssetEvents,
    example: { params: exampleAsset },
    run: async ({ db }, { target: { providerId } }) => {
      const events = providerId === null ? [] : await listProviderEvents(db, providerId, maxEvents);
      return wholeList(events.map((event) => ({ ...event, ...showDetail(event.detail) })));
    },
  }),
];

const changeRoutes = (urls: MediaUrls): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/media/assets/:id/retry',
    access: ['catalog:write'],
    summary: 'Retry a failed video',
    description:
      'The asset returns to `processing` and `attempts` increases by one. Refused if it has not failed, or if its upload expired before completion.',
    ...onAsset,
    reply: Asset,
    errors: [invalidTransition],
    example: { params: exampleAsset },
    run: async (ctx, { params: { id } }) => showAsset(await retry(ctx, id), urls, ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/media/assets/:id',
    access: ['catalog:delete'],
    status: 204,
    errors: [assetInUse, fieldLocked, auditNoteRequired, insufficientPermissions],
    summary: 'Soft-delete an asset and detach it',
    description:
      'Refused for the video and thumbnail of a scheduled or published episode, the poster and hero image of such a series, and all files of archived content. Deleting the video of an episode in review requires `publishing:write` and a `note`, like replacing it. The file itself is removed shortly after.',
    ...onAsset,
    query: deleteQuery,
    example: { params: exampleAsset, query: { note: 'Wrong translation' } },
    run: (ctx, { params: { id }, query: { note } }) => remove(ctx, id, note),
  }),
];

export const assetRoutes = (gateways: MediaGateways): Endpoint[] => {
  const urls = urlsOf(gateways);
  return [...readRoutes(urls), ...changeRoutes(urls)];
};

export const episodeMediaRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'PUT',
    url: '/admin/episodes/:id/media',
    access: ['catalog:write'],
    summary: 'Set the video and thumbnail of an episode',
    description:
      'Replacing them in review, scheduled or published requires `publishing:write` and a `note`. `warnings` report files that are not ready, a thumbnail that is neither 16:9 nor 9:16 at 1280 by 720 or larger, and a video that was uploaded for another series; they do not prevent the change.',
    params: { id: Id },
    body: EpisodeMediaBody,
    reply: EpisodeWithWarnings,
    errors: [notFound, fieldLocked, auditNoteRequired],
    example: { params: exampleEpisode, body: { thumbAssetId: '01930000-0000-7000-8000-000000000062' } },
    target: (db, { id }) => findEpisode(db, id),
    run: async (ctx, { params: { id }, body: { mediaAssetId, thumbAssetId, note } }) => {
      const row = await chooseFiles(ctx, files, id, {
        ...(note !== undefined && { note }),
        ...(mediaAssetId !== undefined && { mediaAssetId: mediaAssetId?.toLowerCase() ?? null }),
        ...(thumbAssetId !== undefined && { thumb_asset_id: thumbAssetId?.toLowerCase() ?? null }),
      });
      const linked = [row.mediaAssetId, row.thumb_asset_id].filter((one) => one !== null);
      const assets = await listByIds(ctx.tx, linked);
      const assetOf = (id: string | null) => assets.find((asset) => asset.id === id);
      const warnings = linkWarnings(row.seriesId, assetOf(row.mediaAssetId), assetOf(row.thumb_asset_id));
      return { ...(await showEpisodeWithFiles(ctx.tx, files, row, ctx.caller)), warnings };
    },
  }),
];
