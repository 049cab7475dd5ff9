import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconPlayerPause, IconPlus, IconSend } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { serverWord } from '../../words/server.ts';
import { type Campaign, campaignQuery, campaignsQuery, categories, settingsQuery, statuses } from './queries.ts';
import { titleIn } from './title-in.ts';

const listState = listSearch({ q: text, status: oneOf(statuses), category: oneOf(categories) });

const pushRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/push',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, campaignsQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).PushListScreen),
});

const newRoute = createRoute({
  getParentRoute: () => pushRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./new-drawer.tsx')).NewCampaignDrawer),
});

const settingsRoute = createRoute({
  getParentRoute: () => pushRoute,
  path: 'settings',
  loader: ({ context }) => preload(context, settingsQuery),
  component: lazyComponent(async () => (await import('./settings-drawer.tsx')).PushSettingsDrawer),
});

const campaignRoute = createRoute({
  getParentRoute: () => pushRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, campaignQuery(id)),
  component: lazyComponent(async () => (await import('./campaign-drawer.tsx')).CampaignDrawer),
});

const editRoute = createRoute({
  getParentRoute: () => pushRoute,
  path: '$id/edit',
  loader: ({ context, params: { id } }) => preload(context, campaignQuery(id)),
  component: lazyComponent(async () => (await import('./edit-drawer.tsx')).EditCampaignDrawer),
});

const label = { en: 'Push', ar: 'الإشعارات', id: 'Push' };

const lineOf = ({ id, titleI18n, sendAt }: Campaign) => ({
  id,
  href: `/push/${id}`,
  text: titleIn(titleI18n, languageNow()),
  ...(sendAt && { at: sendAt }),
});

/** Those that go out within a week, the next one first. */
const scheduled = tileQuery('/v1/admin/push/campaigns', 'scheduled', async (signal) => {
  const { items } = await read('/v1/admin/push/campaigns', { query: { status: 'scheduled', limit } }, signal);
  const end = Date.now() + 7 * 86_400_000;
  const soon = items.filter(({ sendAt }) => Date.parse(sendAt ?? '') < end);
  soon.sort((one, other) => String(one.sendAt).localeCompare(String(other.sendAt)));
  return tileFrom({ items: soon, nextCursor: null }, lineOf);
});

export const pushScreens = defineScreens({
  route: pushRoute.addChildren([newRoute, settingsRoute, campaignRoute, editRoute]),
  permission: 'push:read',
  menu: { group: 'content', order: 80, icon: IconSend, label, key: 'q' },
  finder: {
    label,
    find: async (q, signal) => {
      const { items } = await read('/v1/admin/push/campaigns', { query: { q, limit: 5 } }, signal);
      return items.map(({ id, titleI18n, status }) => ({
        id,
        label: titleIn(titleI18n, languageNow()),
        hint: serverWord('status', status),
        href: `/push/${id}`,
      }));
    },
  },
  actions: [
    {
      label: { en: 'New push campaign', ar: 'حملة إشعارات جديدة', id: 'Kampanye push baru' },
      icon: IconPlus,
      permission: 'push:write',
      href: '/push/new',
    },
    {
      label: {
        en: 'Stop or resume all pushes',
        ar: 'إيقاف جميع الإشعارات أو استئنافها',
        id: 'Hentikan atau lanjutkan semua push',
      },
      icon: IconPlayerPause,
      permission: 'push:write',
      href: '/push/settings',
    },
  ],
  tiles: [
    { ...({ name: 'pushes', part: 'week', order: 66, href: '/push?status=scheduled' } as const), query: scheduled },
  ],
  objects: { push_campaign: '/push/$id' },
});
