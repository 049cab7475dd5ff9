import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { tileQuery } from '../../app/tiles.ts';
import { IconCarouselHorizontal, IconPlus, IconSlideshow, IconStack2 } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { serverWord } from '../../words/server.ts';
import { titleIn } from '../../words/title.ts';
import { gapsIn } from './gaps.ts';
import { collectionQuery, collectionsQuery, reelQuery, surfaceNames, surfaceQuery } from './queries.ts';

const listState = listSearch({ q: text, type: oneOf(['manual', 'rule']) });

const collectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/collections',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, collectionsQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).CollectionListScreen),
});

const newCollectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/collections/new',
  component: lazyComponent(async () => (await import('./new-screen.tsx')).NewCollectionScreen),
});

const collectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/collections/$id',
  loader: ({ context, params: { id } }) => preload(context, collectionQuery(id)),
  component: lazyComponent(async () => (await import('./collection-screen.tsx')).CollectionScreen),
});

const boardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rails',
  loader: ({ context }) => {
    for (const surface of surfaceNames) preload(context, surfaceQuery(surface));
  },
  component: lazyComponent(async () => (await import('./board-screen.tsx')).BoardScreen),
});

/** The board, with one rail pointed out. */
const railRoute = createRoute({ getParentRoute: () => boardRoute, path: '$id' });

const reelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/preview-reel',
  loader: ({ context }) => preload(context, reelQuery),
  component: lazyComponent(async () => (await import('./reel-screen.tsx')).ReelScreen),
});

/** Active rails that viewers do not see, will not see in a week, or see without some of their series. */
const railGaps = tileQuery('/v1/admin/surfaces/{surface}', 'gaps', async (signal) => {
  const [{ items: empty }, ...found] = await Promise.all([
    read('/v1/admin/feed-preview/empty-rails', {}, signal),
    ...surfaceNames.map((surface) => read('/v1/admin/surfaces/{surface}', { path: { surface } }, signal)),
  ]);
  return gapsIn(found, empty);
});

/** The palette asks anew when another language is chosen. */
const titleNow = (titleI18n: { readonly en?: string | undefined }): string =>
  titleIn(languageNow(), titleI18n.en ?? '', titleI18n);

const collectionsLabel = { en: 'Collections', ar: 'المجموعات', id: 'Koleksi' };
const railsLabel = { en: 'Rails', ar: 'الصفوف', id: 'Baris' };

const arrange = {
  label: { en: 'Arrange rails', ar: 'ترتيب الصفوف', id: 'Atur baris' },
  icon: IconCarouselHorizontal,
  permission: 'curation:write',
  href: '/rails',
} as const;

export const curationScreens = defineScreens(
  {
    route: collectionsRoute,
    permission: 'curation:read',
    menu: { group: 'content', order: 52, icon: IconStack2, label: collectionsLabel, key: '1' },
    finder: {
      label: collectionsLabel,
      find: async (q, signal) => {
        const { items } = await read('/v1/admin/collections', { query: { q, limit: 5 } }, signal);
        return items.map(({ id, slug, titleI18n }) => ({
          id,
          label: titleNow(titleI18n),
          hint: slug,
          href: `/collections/${id}`,
        }));
      },
    },
    actions: [
      {
        label: { en: 'New collection', ar: 'مجموعة جديدة', id: 'Koleksi baru' },
        icon: IconPlus,
        permission: 'curation:write',
        href: '/collections/new',
      },
    ],
    objects: { collection: '/collections/$id' },
  },
  { route: newCollectionRoute, permission: 'curation:write' },
  { route: collectionRoute, permission: 'curation:read' },
  {
    route: boardRoute.addChildren([railRoute]),
    permission: 'curation:read',
    menu: { group: 'content', order: 54, icon: IconCarouselHorizontal, label: railsLabel, key: '2' },
    finder: {
      label: railsLabel,
      find: async (q, signal) => {
        const { items } = await read('/v1/admin/rails', { query: { q, limit: 5 } }, signal);
        return items.map(({ id, surface, collection }) => ({
          id,
          label: titleNow(collection.titleI18n),
          hint: serverWord('curation', surface),
          href: `/rails/${id}`,
        }));
      },
    },
    actions: [arrange],
    tiles: [
      {
        ...({ name: 'railGaps', part: 'now', order: 122, href: '/rails' } as const),
        permission: 'curation:write',
        query: railGaps,
        isFault: true,
      },
    ],
    objects: { rail: '/rails/$id', surface: '/rails' },
  },
  {
    route: reelRoute,
    permission: 'curation:read',
    menu: {
      group: 'content',
      order: 56,
      icon: IconSlideshow,
      label: { en: 'Preview reel', ar: 'بكرة المعاينة', id: 'Rol pratinjau' },
      key: '3',
    },
    actions: [
      {
        label: { en: 'Arrange the preview reel', ar: 'ترتيب بكرة المعاينة', id: 'Atur rol pratinjau' },
        icon: IconSlideshow,
        permission: 'curation:write',
        href: '/preview-reel',
      },
    ],
    objects: { preview_reel: '/preview-reel' },
  },
);
