import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { dayBefore, tileFrom, tileQuery } from '../../app/tiles.ts';
import { dayOf } from '../../ui/date/days.ts';
import { formatOf } from '../../ui/format.ts';
import { IconBookmark, IconChecklist } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, text } from '../../ui/list/search.ts';
import { countryName, inEachLanguage, titleIn } from '../../words/title.ts';
import { weeksOf } from './month.ts';
import { freeDaysQuery } from './queries.ts';

interface Search {
  /** A day in the month that is shown. */
  day?: string | undefined;
  market?: string | undefined;
}

const rotationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/free-series',
  validateSearch: (raw: Record<string, unknown>): Search => ({ day: day(raw.day), market: text(raw.market) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { day: shown = dayOf(new Date()) } }) => {
    const days = weeksOf(shown).flat();
    preload(context, freeDaysQuery(days[0] ?? shown, days.at(-1) ?? shown));
  },
  component: lazyComponent(async () => (await import('./rotation-screen.tsx')).RotationScreen),
});

const fillRoute = createRoute({
  getParentRoute: () => rotationRoute,
  path: 'fill',
  component: lazyComponent(async () => (await import('./fill-drawer.tsx')).FillDrawer),
});

const dayRoute = createRoute({
  getParentRoute: () => rotationRoute,
  path: 'on/$date',
  component: lazyComponent(async () => (await import('./day-drawer.tsx')).DayDrawer),
});

/** The days from today to a week from now that have a free series, the next one first. */
const freeThisWeek = tileQuery('/v1/admin/free-series', 'week', async (signal) => {
  const query = { dateFrom: dayBefore(0), dateTo: dayBefore(-7), limit: 200 };
  const { items, nextCursor } = await read('/v1/admin/free-series', { query }, signal);
  return tileFrom({ items: items.toReversed(), nextCursor }, ({ id, date, marketCode, series }) => ({
    id,
    href: `/free-series/on/${date}`,
    text: inEachLanguage((language) => {
      const title = titleIn(language, series.title, series.titleI18n);
      return marketCode === null ? title : `${title} · ${countryName(language, marketCode)}`;
    }),
    day: date,
  }));
});

/** The next seven days, today among them, that have no free series in any market. */
const daysWithoutFree = tileQuery('/v1/admin/free-series', 'gaps', async (signal) => {
  const query = { dateFrom: dayBefore(0), dateTo: dayBefore(-6), limit: 200 };
  const { items } = await read('/v1/admin/free-series', { query }, signal);
  const filled = new Set(items.map(({ date }) => date));
  const days = Array.from({ length: 7 }, (_, ahead) => dayBefore(-ahead));
  const gaps = days.filter((one) => !filled.has(one));
  return tileFrom({ items: gaps, nextCursor: null }, (one) => ({
    id: one,
    href: `/free-series/on/${one}`,
    text: inEachLanguage((language) => formatOf(language).dayMonth(one)),
    day: one,
  }));
});

export const rotationScreens = defineScreens({
  route: rotationRoute.addChildren([fillRoute, dayRoute]),
  permission: 'curation:read',
  menu: {
    group: 'content',
    order: 60,
    icon: IconBookmark,
    label: { en: 'Free series', ar: 'مسلسلات مجانية', id: 'Serial gratis' },
    key: 'f',
  },
  tiles: [
    { name: 'freeThisWeek', part: 'week', order: 120, href: '/free-series', query: freeThisWeek },
    {
      ...({ name: 'daysWithoutFree', part: 'now', order: 121, href: '/free-series' } as const),
      permission: 'curation:write',
      query: daysWithoutFree,
    },
  ],
  actions: [
    {
      label: { en: 'Fill empty free days', ar: 'ملء الأيام المجانية الفارغة', id: 'Isi hari gratis yang kosong' },
      icon: IconChecklist,
      permission: 'curation:write',
      href: '/free-series/fill',
    },
  ],
});
