import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { dayBefore, countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconHistory } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, listSearch, text } from '../../ui/list/search.ts';
import { shortId } from '../../ui/short-id.ts';
import type { Localized } from '../../words/define.ts';
import { namelessUser } from '../../words/guest.ts';
import { inEachLanguage } from '../../words/title.ts';
import { type AuditEntry, auditQuery, entryQuery, namesQuery } from './queries.ts';

const listState = listSearch({
  action: text,
  adminId: text,
  targetType: text,
  targetId: text,
  dateFrom: day,
  dateTo: day,
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preload(context, auditQuery(deps));
    preload(context, namesQuery);
  },
  component: lazyComponent(async () => (await import('./list-screen.tsx')).AuditListScreen),
});

const entryRoute = createRoute({
  getParentRoute: () => auditRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, entryQuery(id)),
  component: lazyComponent(async () => (await import('./detail-drawer.tsx')).AuditDrawer),
});

/** As in the list. */
function namelessTarget({ target_id: id, target_user: user }: AuditEntry): string | Localized {
  if (!user) return shortId(id ?? '');
  const { is_guest: isGuest, is_anonymized: isAnonymized, country_code: countryCode } = user;
  return inEachLanguage((language) => namelessUser(language, { id: user.id, isGuest, isAnonymized, countryCode }));
}

const coinAdjustments = tileQuery('/v1/admin/audit-log', 'adjustments', async (signal) => {
  const query = { action: 'wallet.adjust', dateFrom: dayBefore(7), limit };
  return tileFrom(await read('/v1/admin/audit-log', { query }, signal), (entry) => ({
    id: entry.id,
    text: entry.target_label ?? namelessTarget(entry),
    at: entry.created_at,
  }));
});

export const auditScreens = defineScreens({
  route: auditRoute.addChildren([entryRoute]),
  permission: 'audit:read',
  objects: { audit_entry: '/audit/$id' },
  menu: {
    group: 'system',
    order: 10,
    icon: IconHistory,
    label: { en: 'Audit log', ar: 'سجل التدقيق', id: 'Log audit' },
    key: 'l',
  },
  tiles: [
    {
      name: 'coinAdjustments',
      order: 24,
      permission: 'wallet:read',
      href: () => `/audit?action=wallet.adjust&dateFrom=${dayBefore(7)}`,
      query: coinAdjustments,
    },
  ],
});
