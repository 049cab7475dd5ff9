import { createRoute } from '@tanstack/react-router';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconCloudUpload, IconPhoto } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { captionLanguages, kinds, statuses } from './choices.ts';
import { assetQuery, assetsQuery, attentionQuery, episodeQuery, readAttention } from './queries.ts';

const listState = listSearch({ kind: oneOf(kinds), status: oneOf(statuses), lang: oneOf(captionLanguages) });

const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preload(context, assetsQuery(deps));
    preload(context, attentionQuery);
  },
  component: lazyComponent(async () => (await import('./library-screen.tsx')).LibraryScreen),
});

const assetRoute = createRoute({
  getParentRoute: () => libraryRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, assetQuery(id)),
  component: lazyComponent(async () => (await import('./asset-drawer.tsx')).AssetDrawer),
});

const uploadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/uploads',
  validateSearch: (raw: Record<string, unknown>): { series?: string } => {
    const series = text(raw.series);
    return series ? { series } : {};
  },
  component: lazyComponent(async () => (await import('./upload-screen.tsx')).UploadScreen),
});

const episodeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/episodes/$id',
  loader: ({ context, params: { id } }) => preload(context, episodeQuery(id)),
  component: lazyComponent(async () => (await import('./episode-screen.tsx')).EpisodeScreen),
});

const namelessVideo = { en: 'Video without a name', ar: 'فيديو بلا اسم', id: 'Video tanpa nama' };

/** Counts what the library lists as needing attention. */
const failedVideos = tileQuery('/v1/admin/media/assets', 'attention', async (signal) =>
  tileFrom({ items: await readAttention(signal), nextCursor: null }, ({ id, sourceFileName, updatedAt }) => ({
    id,
    href: `/library/${id}`,
    text: sourceFileName ?? namelessVideo,
    at: updatedAt,
  })),
);

export const mediaScreens = defineScreens(
  {
    route: uploadsRoute,
    permission: 'catalog:write',
    menu: {
      group: 'content',
      order: 30,
      icon: IconCloudUpload,
      label: { en: 'Uploads', ar: 'الرفع', id: 'Unggahan' },
      key: 'i',
    },
  },
  {
    route: libraryRoute.addChildren([assetRoute]),
    permission: 'catalog:read',
    menu: {
      group: 'content',
      order: 40,
      icon: IconPhoto,
      label: { en: 'Media library', ar: 'مكتبة الوسائط', id: 'Pustaka media' },
      key: 'm',
    },
    tiles: [
      {
        name: 'failedVideos',
        part: 'now',
        order: 60,
        // Who may mend them.
        permission: 'catalog:write',
        href: '/library',
        query: failedVideos,
        isFault: true,
        inMenu: true,
      },
    ],
    objects: { media_asset: '/library/$id' },
  },
  { route: episodeRoute, permission: 'catalog:read', objects: { episode: '/episodes/$id' } },
);
