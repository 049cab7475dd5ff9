import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { day, oneOf } from '../../ui/list/search.ts';
import { type View, views } from './views.ts';

const viewOf = oneOf(views);

export const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: (raw: Record<string, unknown>): { view?: View; day?: string } => {
    const [view, shown] = [viewOf(raw.view), day(raw.day)];
    return { ...(view && { view }), ...(shown && { day: shown }) };
  },
  component: lazyPart(async () => (await import('./calendar-screen.tsx')).CalendarScreen),
});
