import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { dayOf } from '../../ui/date/days.ts';
import { IconCalendar } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, oneOf } from '../../ui/list/search.ts';
import type { Localized } from '../../words/define.ts';
import { inEachLanguage, titleIn } from '../../words/title.ts';
import { daysAround } from './days.ts';
import { calendarQuery, failedQuery, type Schedule } from './queries.ts';
import { type View, views } from './views.ts';

const viewOf = oneOf(views);

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: (raw: Record<string, unknown>): { view?: View | undefined; day?: string | undefined } => ({
    view: viewOf(raw.view),
    day: day(raw.day),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { view = 'month', day: shown = dayOf(new Date()) } }) => {
    const days = daysAround(shown, view);
    preload(context, calendarQuery(days[0] ?? shown, days.at(-1) ?? shown));
    preload(context, failedQuery);
  },
  component: lazyComponent(async () => (await import('./calendar-screen.tsx')).CalendarScreen),
});

const episodeIn: Localized = { en: ', episode', ar: '، الحلقة', id: ', episode' };

const lineOf = ({ id, item: { seriesTitle, seriesTitleI18n, episodeNumber }, runAt }: Schedule) => ({
  id,
  href: `/calendar?view=week&day=${runAt.slice(0, 10)}`,
  text: inEachLanguage((language) => {
    const series = titleIn(language, seriesTitle, seriesTitleI18n);
    return episodeNumber === null ? series : `${series}${episodeIn[language]} ${episodeNumber}`;
  }),
  at: runAt,
});

const failedReleases = tileQuery('/v1/admin/schedules', 'failed', async (signal) =>
  tileFrom(await read('/v1/admin/schedules', { query: { status: 'failed', limit } }, signal), lineOf),
);

const weekMs = 7 * 86_400_000;

/** From this moment to the same one in a week. */
const releasesThisWeek = tileQuery('/v1/admin/schedules', 'week', async (signal) => {
  const from = new Date().toISOString();
  const to = new Date(Date.now() + weekMs).toISOString();
  const query = { status: 'pending', from, to, limit } as const;
  return tileFrom(await read('/v1/admin/schedules', { query }, signal), lineOf);
});

export const publishingScreens = defineScreens({
  route: calendarRoute,
  permission: 'publishing:read',
  menu: {
    group: 'content',
    order: 20,
    icon: IconCalendar,
    label: { en: 'Calendar', ar: 'التقويم', id: 'Kalender' },
    key: 'c',
  },
  tiles: [
    {
      ...({ name: 'failedReleases', part: 'now', order: 30, href: '/calendar' } as const),
      permission: 'publishing:write',
      query: failedReleases,
      isFault: true,
      inMenu: true,
    },
    { name: 'week', part: 'week', order: 40, href: '/calendar?view=week', query: releasesThisWeek },
  ],
});
