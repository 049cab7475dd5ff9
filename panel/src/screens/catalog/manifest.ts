import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens, type Finder } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconCalendar, IconMovie, IconPlus } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, orders, tabOfPage, text } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { inEachLanguage, titleIn } from '../../words/title.ts';
import { type SeriesTab, seriesTabs, sorts, states } from './choices.ts';
import { episodesQuery, type Series, seriesListQuery, seriesQuery } from './queries.ts';

const listState = listSearch({
  q: text,
  status: oneOf(states),
  genreSlug: text,
  sort: oneOf(sorts),
  order: oneOf(orders),
});

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/series',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, seriesListQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).SeriesListScreen),
});

const newRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./create-drawer.tsx')).CreateSeriesDrawer),
});

const tabOf = tabOfPage(seriesTabs);

const seriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/series/$id',
  validateSearch: (raw: Record<string, unknown>): { tab?: SeriesTab | undefined; schedule?: string } => {
    const schedule = text(raw.schedule);
    return { tab: tabOf(raw.tab), ...(schedule && { schedule }) };
  },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context, params: { id }, deps: { tab } }) => {
    preload(context, seriesQuery(id));
    if (tab === 'episodes') preload(context, episodesQuery(id));
  },
  component: lazyComponent(async () => (await import('./series-screen.tsx')).SeriesScreen),
});

/** The palette asks anew when another language is chosen. */
const titleNow = ({ title, titleI18n }: Pick<Series, 'title' | 'titleI18n'>): string =>
  titleIn(languageNow(), title, titleI18n);

const lookedAt = 8;

/** The series that fit what was typed: those in review, which can be scheduled themselves, before the rest. */
async function findSeries(q: string, signal: AbortSignal) {
  const query = { ...(q && { q }), limit: lookedAt };
  const [inReview, all] = await Promise.all([
    read('/v1/admin/series', { query: { ...query, status: 'in_review' } }, signal),
    read('/v1/admin/series', { query }, signal),
  ]);
  const byId = new Map([...inReview.items, ...all.items].map((series) => [series.id, series]));
  return [...byId.values()].slice(0, lookedAt);
}

/** What can be scheduled of these series: themselves, and their episodes. */
const findSchedulable: Finder['find'] = async (q, signal) => {
  const found = await Promise.all(
    (await findSeries(q, signal)).map(async (series) => {
      const path = { id: series.id };
      const query = { limit: 50 };
      const episodes = await read('/v1/admin/series/{id}/episodes', { path, query }, signal);
      const hrefOf = (id: string) => `/series/${series.id}?schedule=${id}`;
      return [
        { ...series, label: titleNow(series), hint: series.slug, href: hrefOf(series.id) },
        ...episodes.items.map((one) => ({
          id: one.id,
          allowed: one.allowed,
          label: `${titleNow(series)} · ${one.episodeNumber} · ${titleNow(one)}`,
          hint: series.slug,
          href: hrefOf(one.id),
        })),
      ];
    }),
  );
  return found
    .flat()
    .filter(({ allowed }) => allowed.includes('schedule'))
    .map(({ id, label: name, hint, href }) => ({ id, label: name, hint, href }));
};

const label = { en: 'Series', ar: 'المسلسلات', id: 'Serial' };

const seriesInReview = tileQuery('/v1/admin/series', 'review', async (signal) =>
  tileFrom(
    await read('/v1/admin/series', { query: { status: 'in_review', limit } }, signal),
    ({ id, title, titleI18n, updatedAt }) => ({
      id,
      href: `/series/${id}`,
      at: updatedAt,
      text: inEachLanguage((language) => titleIn(language, title, titleI18n)),
    }),
  ),
);

export const catalogScreens = defineScreens(
  {
    route: listRoute.addChildren([newRoute]),
    permission: 'catalog:read',
    menu: { group: 'content', order: 10, icon: IconMovie, label, key: 's' },
    finder: {
      label,
      find: async (q, signal) => {
        const { items } = await read('/v1/admin/series', { query: { q, limit: 5 } }, signal);
        return items.map((series) => {
          const { id, slug } = series;
          return { id, label: titleNow(series), hint: slug, href: `/series/${id}` };
        });
      },
    },
    actions: [
      {
        label: { en: 'New series', ar: 'مسلسل جديد', id: 'Serial baru' },
        icon: IconPlus,
        permission: 'catalog:write',
        href: '/series/new',
      },
      {
        label: { en: 'Schedule…', ar: 'جدولة…', id: 'Jadwalkan…' },
        icon: IconCalendar,
        permission: 'publishing:write',
        pick: findSchedulable,
        empty: {
          en: 'Nothing to schedule here. A series or an episode must be in review first.',
          ar: 'لا شيء هنا يمكن جدولته. يجب أن يكون المسلسل أو الحلقة قيد المراجعة أولًا.',
          id: 'Tidak ada yang bisa dijadwalkan. Serial atau episode harus ditinjau dulu.',
        },
      },
    ],
    tiles: [
      {
        name: 'review',
        part: 'now',
        order: 50,
        permission: 'publishing:write',
        href: '/series?status=in_review',
        query: seriesInReview,
      },
    ],
  },
  { route: seriesRoute, permission: 'catalog:read', objects: { series: '/series/$id' } },
);
