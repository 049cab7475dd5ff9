import { createRoute } from '@tanstack/react-router';
import { type ReplyOf, read, readAll } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens, type Finder } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconRocket } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { inEachLanguage, titleIn } from '../../words/title.ts';
import { endOf, launchesQuery, launchQuery, spans } from './queries.ts';

const listState = listSearch({ within: oneOf(spans) });

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/launches',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, launchesQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).LaunchListScreen),
});

const roomRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/launches/$id',
  loader: ({ context, params: { id } }) => preload(context, launchQuery(id)),
  component: lazyComponent(async () => (await import('./room-screen.tsx')).LaunchRoomScreen),
});

const path = '/v1/admin/launches';

const lineOf = ({ id, title, titleI18n, comesAt }: ReplyOf<typeof path>['items'][number]) => ({
  id,
  href: `/launches/${id}`,
  at: comesAt,
  text: inEachLanguage((language) => titleIn(language, title, titleI18n)),
});

const launchesOfWeek = (signal: AbortSignal) => read(path, { query: { before: endOf('week'), limit } }, signal);

const launchesThisWeek = tileQuery(path, 'week', async (signal) => tileFrom(await launchesOfWeek(signal), lineOf));

/** Those that lack something and come soon. */
const heldLaunches = tileQuery(path, 'held', async (signal) => {
  const { items } = await launchesOfWeek(signal);
  const held = items.filter(({ verdict }) => verdict === 'no_go');
  return tileFrom({ items: held, nextCursor: null }, (launch) => ({ ...lineOf(launch), dueAt: launch.comesAt }));
});

/** Launches are few: those that fit what was typed are picked here. */
const findLaunches: Finder['find'] = async (q, signal) => {
  const items = await readAll(path, {}, signal);
  const named = items.map(({ id, title, titleI18n, comesAt }) => ({
    id,
    label: titleIn(languageNow(), title, titleI18n),
    hint: comesAt.slice(0, 10),
    href: `/launches/${id}`,
    names: [title, ...Object.values(titleI18n)].join('\n').toLowerCase(),
  }));
  return named.filter(({ names }) => names.includes(q.toLowerCase())).map(({ names: _names, ...found }) => found);
};

export const launchScreens = defineScreens(
  {
    route: listRoute,
    permission: 'publishing:read',
    menu: {
      group: 'content',
      order: 15,
      icon: IconRocket,
      label: { en: 'Launches', ar: 'الإطلاقات', id: 'Peluncuran' },
      key: '5',
    },
    actions: [
      {
        label: { en: 'Open launch room…', ar: 'فتح غرفة الإطلاق…', id: 'Buka ruang peluncuran…' },
        icon: IconRocket,
        permission: 'publishing:read',
        pick: findLaunches,
        empty: {
          en: 'No series has a date yet. Schedule one first.',
          ar: 'لا يوجد مسلسل له موعد بعد. جدول واحدًا أولًا.',
          id: 'Belum ada serial yang punya tanggal. Jadwalkan dulu.',
        },
      },
    ],
    tiles: [
      { name: 'launches', part: 'week', order: 35, href: '/launches?within=week', query: launchesThisWeek },
      {
        ...({ name: 'heldLaunches', part: 'now', order: 34, href: '/launches?within=week' } as const),
        permission: 'catalog:write',
        query: heldLaunches,
      },
    ],
  },
  { route: roomRoute, permission: 'catalog:read', objects: { launch: '/launches/$id' } },
);
