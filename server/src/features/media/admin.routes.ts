import { fieldLocked, invalidTransition } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, wholeList } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint, insufficientPermissions } from '../access/public.ts';
import { auditNoteRequired } from '../catalog/public.ts';
import { listProviderEvents, showDetail } from '../webhooks/public.ts';
import { remove, retry } from './actions/assets.ts';
import { assetInUse } from './errors.ts';
import { type MediaGateways, urlsOf } from './gateways.ts';
import {
  Asset,
  AssetEvents,
  assetQuery,
  deleteQuery,
  exampleAsset,
  type MediaUrls,
  maxEvents,
  showAsset,
} from './schema.ts';
import { findAsset, listAssets } from './sql.ts';

const params = { id: Id };

const readRoutes = (urls: MediaUrls): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/media/assets',
    access: ['catalog:read'],
    summary: 'List the assets, newest first',
    description:
      'Videos, images and captions together; deleted ones are left out. An id that does not exist in a filter gives an empty list.',
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
    description: 'While a video is being uploaded, `uploadUrl` is where to go on. `url` needs no credential.',
    params,
    reply: Asset,
    example: { params: exampleAsset },
    target: (db, { id }) => findAsset(db, id),
    run: async ({ caller }, { target }) => showAsset(target, urls, caller),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/media/assets/:id/events',
    access: ['catalog:read'],
    summary: 'List what the video provider told of an asset, newest first',
    description: 'What came of each event is said too. The events themselves are in the webhook inbox.',
    params,
    reply: AssetEvents,
    example: { params: exampleAsset },
    target: (db, { id }) => findAsset(db, id),
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
    summary: 'Ask the provider to try a failed video again',
    description:
      'The asset goes back to `processing` and `attempts` grows by one. Refused for what has not failed, and for an upload that expired before it was complete.',
    params,
    reply: Asset,
    errors: [invalidTransition],
    example: { params: exampleAsset },
    target: (db, { id }) => findAsset(db, id),
    run: async (ctx, { params: { id } }) => showAsset(await retry(ctx, id), urls, ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/media/assets/:id',
    access: ['catalog:delete'],
    status: 204,
    errors: [assetInUse, fieldLocked, auditNoteRequired, insufficientPermissions],
    summary: 'Delete an asset, softly, and take it from what shows it',
    description:
      'The video and thumb of a scheduled or published episode stay, as do the poster and hero of such a series, and all files of what is archived. The video of an episode in review is deleted with `publishing:write` and a `note`, as it is replaced. The file itself is removed soon after.',
    params,
    query: deleteQuery,
    example: { params: exampleAsset, query: { note: 'Wrong translation' } },
    target: (db, { id }) => findAsset(db, id),
    run: (ctx, { params: { id }, query: { note } }) => remove(ctx, id, note),
  }),
];

export const assetRoutes = (gateways: MediaGateways): Endpoint[] => {
  const urls = urlsOf(gateways);
  return [...readRoutes(urls), ...changeRoutes(urls)];
};
