import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { isNews } from '../../app/home/seen.ts';
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
import { kinds, statuses, type Tab, tabs } from './tabs.ts';

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

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** What the home page makes a sentence of. */
function lineOf(approval: Approval, tab: Tab = 'decide') {
  const { id, kind, target, payload, requestedBy, createdAt, expiresAt, status, decidedBy, decidedAt } = approval;
  const cents = numberIn(target.amountCents);
  const coins = numberIn(payload.amount);
  const isOver = status !== 'pending';
  return {
    id,
    href: `/approvals/${id}${tab === 'decide' ? '' : `?tab=${tab}`}`,
    at: decidedAt ?? createdAt,
    ...(!isOver && { dueAt: expiresAt }),
    text: inEachLanguage((language) => nameIn(language, target)),
    request: {
      kind,
      askedBy: requestedBy.name,
      ...(coins !== undefined && { coins }),
      ...(kind === 'refund' && cents !== undefined && { price: { cents, currency: String(target.currency) } }),
      ...(decidedBy && {
        decision: { isApproved: status === 'approved', by: decidedBy.name, note: approval.decisionNote },
      }),
    },
  };
}

const path = '/v1/admin/approvals';

/** The newest first, as the server lists them: turned round, the one that expires first is first. */
const toDecide = tileQuery(path, 'decide', async (signal) => {
  const page = await read(path, { query: { status: ['pending'], mine: false, limit } }, signal);
  const items = page.items.filter(({ allowed }) => allowed.includes('approve')).toReversed();
  return tileFrom({ ...page, items }, (approval) => lineOf(approval));
});

const ownPending = tileQuery(path, 'mine', async (signal) =>
  tileFrom(await read(path, { query: { status: ['pending'], mine: true, limit } }, signal), (one) =>
    lineOf(one, 'mine'),
  ),
);

/** One’s own requests that others have decided since one looked. */
const decided = tileQuery(path, 'decided', async (signal) => {
  const { items } = await read(path, { query: { status: ['approved', 'rejected'], mine: true, limit } }, signal);
  const news = items.filter(({ id, decidedAt }) => isNews(id, decidedAt));
  return tileFrom({ items: news, nextCursor: null }, (one) => lineOf(one, 'mine'));
});

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
    { name: 'decide', part: 'now', order: 10, href: '/approvals', query: toDecide, inMenu: true },
    { name: 'decided', part: 'requests', order: 19, href: '/approvals?tab=mine', query: decided, inMenu: true },
    { name: 'mine', part: 'requests', order: 20, href: '/approvals?tab=mine&status=pending', query: ownPending },
  ],
  objects: { approval: '/approvals/$id' },
});
