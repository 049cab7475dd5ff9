import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { captionLanguages, kinds, statuses } from './choices.ts';

const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  validateSearch: listSearch({ kind: oneOf(kinds), status: oneOf(statuses), lang: oneOf(captionLanguages) }),
  component: lazyPart(async () => (await import('./library-screen.tsx')).LibraryScreen),
});

const assetRoute = createRoute({
  getParentRoute: () => libraryRoute,
  path: '$id',
  component: lazyPart(async () => (await import('./asset-drawer.tsx')).AssetDrawer),
});

const uploadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/uploads',
  validateSearch: (raw: Record<string, unknown>): { series?: string } => {
    const series = text(raw.series);
    return series ? { series } : {};
  },
  component: lazyPart(async () => (await import('./upload-screen.tsx')).UploadScreen),
});

const episodeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/episodes/$id',
  component: lazyPart(async () => (await import('./episode-screen.tsx')).EpisodeScreen),
});

export const mediaRoutes = [libraryRoute.addChildren([assetRoute]), uploadsRoute, episodeRoute] as const;
