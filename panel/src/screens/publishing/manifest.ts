import { createRoute } from '@tanstack/react-router';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconCalendar } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { day, oneOf } from '../../ui/list/search.ts';
import { dayOf, daysAround } from './days.ts';
import { calendarQuery, failedQuery } from './queries.ts';
import { type View, views } from './views.ts';

const viewOf = oneOf(views);

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: (raw: Record<string, unknown>): { view?: View; day?: string } => {
    const [view, shown] = [viewOf(raw.view), day(raw.day)];
    return { ...(view && { view }), ...(shown && { day: shown }) };
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { view = 'month', day: shown = dayOf(new Date()) } }) => {
    const days = daysAround(shown, view);
    preload(context, calendarQuery(days[0] ?? shown, days.at(-1) ?? shown));
    preload(context, failedQuery);
  },
  component: lazyPart(async () => (await import('./calendar-screen.tsx')).CalendarScreen),
});

export const publishingScreens = defineScreens({
  route: calendarRoute,
  may: 'publishing:read',
  menu: {
    group: 'content',
    order: 20,
    icon: IconCalendar,
    label: { en: 'Calendar', ar: 'التقويم', id: 'Kalender' },
    key: 'c',
  },
});
