import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconChecklist } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf } from '../../ui/list/search.ts';
import { shortId } from '../../ui/short-id.ts';
import { type Language, languageNow } from '../../words/define.ts';
import { guestName } from '../../words/guest.ts';
import { serverWord } from '../../words/server.ts';
import { inEachLanguage, titleIn } from '../../words/title.ts';
import { type Approval, approvalQuery, approvalsQuery } from './queries.ts';
import { kinds, statuses, tabs } from './tabs.ts';

const listState = listSearch({ tab: oneOf(tabs), kind: oneOf(kinds), status: oneOf(statuses) });

const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/approvals',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preload(context, approvalsQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).ApprovalListScreen),
});

const approvalRoute = createRoute({
  getParentRoute: () => approvalsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, approvalQuery(id)),
  component: lazyComponent(async () => (await import('./detail-drawer.tsx')).ApprovalDrawer),
});

const label = { en: 'Approvals', ar: 'الموافقات', id: 'Persetujuan' };

function nameIn(language: Language, { label: name, labelI18n, isGuest, countryCode }: Approval['target']): string {
  const shown = shortId(titleIn(language, name, labelI18n));
  if (isGuest !== true || shown === name) return shown;
  return guestName(language, name, typeof countryCode === 'string' ? countryCode : null);
}

const pendingQuery = (mine: boolean) =>
  tileQuery('/v1/admin/approvals', mine ? 'mine' : 'decide', async (signal) =>
    tileFrom(
      await read('/v1/admin/approvals', { query: { status: ['pending'], mine, limit } }, signal),
      ({ id, target, createdAt }) => ({
        id,
        at: createdAt,
        text: inEachLanguage((language) => nameIn(language, target)),
      }),
    ),
  );

/** Open to everyone: the server shows each what is theirs. */
export const approvalScreens = defineScreens({
  route: approvalsRoute.addChildren([approvalRoute]),
  permission: null,
  menu: { group: 'work', order: 10, icon: IconChecklist, label, key: 'p' },
  finder: {
    label,
    find: async (q, signal) => {
      const query = { status: ['pending' as const], limit: 50 };
      const { items } = await read('/v1/admin/approvals', { query }, signal);
      return items
        .map(({ id, kind, target, requestedBy }) => ({
          id,
          label: nameIn(languageNow(), target),
          hint: `${serverWord('approvalKind', kind)} · ${requestedBy.name}`,
          href: `/approvals/${id}`,
        }))
        .filter((found) => `${found.label} ${found.hint}`.toLowerCase().includes(q.toLowerCase()));
    },
  },
  tiles: [
    { name: 'decide', order: 10, href: '/approvals', query: pendingQuery(false), inMenu: true },
    { name: 'mine', order: 20, href: '/approvals?tab=mine&status=pending', query: pendingQuery(true) },
  ],
  objects: { approval: '/approvals/$id' },
});
