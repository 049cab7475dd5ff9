import { createRoute } from '@tanstack/react-router';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconDeviceMobile } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { oneOf, text } from '../../ui/list/search.ts';
import { languageNow, languages } from '../../words/define.ts';
import { aheadOf } from './moments.ts';
import { filtersOf, previewQuery } from './queries.ts';

export const surfaces = ['for_you', 'discover'] as const;

const surfaceOf = oneOf(surfaces);
const langOf = oneOf(languages);

interface Search {
  surface?: (typeof surfaces)[number] | undefined;
  market?: string | undefined;
  lang?: (typeof languages)[number] | undefined;
  /** A moment in UTC; now where it is left out. */
  at?: string | undefined;
  days?: number | undefined;
}

const momentIn = (raw: unknown): string | undefined =>
  typeof raw === 'string' && !Number.isNaN(Date.parse(raw)) ? new Date(raw).toISOString() : undefined;

const feedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/feed',
  validateSearch: (raw: Record<string, unknown>): Search => ({
    surface: surfaceOf(raw.surface),
    market: text(raw.market),
    lang: langOf(raw.lang),
    at: momentIn(raw.at),
    days: typeof raw.days === 'number' ? raw.days : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    preload(context, previewQuery({ ...filtersOf(deps, languageNow()), at: aheadOf(Date.now(), deps.at) })),
  component: lazyComponent(async () => (await import('./feed-screen.tsx')).FeedScreen),
});

export const feedScreens = defineScreens({
  route: feedRoute,
  permission: 'curation:read',
  menu: {
    group: 'content',
    order: 65,
    icon: IconDeviceMobile,
    label: { en: 'Feed preview', ar: 'معاينة التطبيق', id: 'Pratinjau beranda' },
    key: 'g',
  },
  actions: [
    {
      label: { en: 'Preview the feed', ar: 'معاينة صفحة التطبيق', id: 'Pratinjau beranda aplikasi' },
      icon: IconDeviceMobile,
      permission: 'curation:read',
      href: '/feed',
    },
  ],
});
