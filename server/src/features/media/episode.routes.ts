import { fieldLocked, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import {
  auditNoteRequired,
  type CatalogFiles,
  chooseFiles,
  exampleEpisode,
  findEpisode,
  showEpisodeWithFiles,
} from '../catalog/public.ts';
import { linkWarnings } from './rules.ts';
import { EpisodeMediaBody, EpisodeWithWarnings } from './schema.ts';
import { listByIds } from './sql.ts';

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
