import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { useBoughtName } from '../../app/bought.ts';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { useUserName } from '../../app/user-name.ts';
import { useUserOptions } from '../../app/user-options.ts';
import { Inline, Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Person, PersonAvatar } from '../../ui/person.tsx';
import tabClasses from '../../ui/tab-links.module.css';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord } from '../../words/server.ts';
import { MoneyState } from './money.tsx';
import { Amount, AskedBy, useRejectReason, userOf } from './parts.tsx';
import { moneyStates, type Refund, refundsQuery, statuses } from './queries.ts';
import classes from './refunds.module.css';
import { refundWords } from './words.ts';

const route = getRouteApi('/shell/refunds');

export function RefundListScreen() {
  const t = useWords(refundWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <Tabs />
        <RefundList />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

/** The tabs are addresses; the first needs no word in it. */
function Tabs() {
  const t = useWords(refundWords);
  const { status: shown = 'pending', userId, purchaseId } = route.useSearch();
  return (
    <Inline as="nav" className={tabClasses.tabs} align="stretch" gap="2xs" mb="lg" aria-label={t('title')}>
      {statuses.map((status) => (
        <Link
          key={status}
          to="/refunds"
          search={{ userId, purchaseId, ...(status !== 'pending' && { status }) }}
          className={tabClasses.tab}
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={status === shown ? 'page' : undefined}
        >
          {t(`tabs.${status}`)}
        </Link>
      ))}
    </Inline>
  );
}

function RefundList() {
  const t = useWords(refundWords);
  const { status, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(refundsQuery({ status, ...search }));
  const { can } = useSession();
  const users = useUserOptions(search.userId);
  const shown = status ?? 'pending';
  const columns = useColumns(shown);
  return (
    <ListPage
      key={shown}
      name={`refunds-${shown}`}
      label={t(`tabs.${shown}`)}
      search={search}
      onSearch={(next) => void navigate({ search: { ...next, status } })}
      filters={[
        ...(can('users:read') ? [{ kind: 'search', name: 'userId', label: t('user'), ...users } as const] : []),
        ...(shown === 'executed'
          ? [choice('money', t('money.filter'), moneyStates, (value) => t(`money.states.${value}`))]
          : []),
        { kind: 'day', name: 'dateFrom', label: t('from') },
        { kind: 'day', name: 'dateTo', label: t('to') },
      ]}
      page={page}
      columns={columns}
      rowKey={(refund) => refund.id}
      linkOf={(refund) => ({ to: '/refunds/$id', params: { id: refund.id }, search: true })}
      empty={{ title: t(`empty.${shown}.title`), text: t(`empty.${shown}.text`) }}
    />
  );
}

function useColumns(shown: Refund['status']): Column<Refund>[] {
  const t = useWords(refundWords);
  const format = useFormat();
  const nameOf = useUserName();
  const boughtName = useBoughtName();
  const rejectReason = useRejectReason();
  const reasonWord = useReasonWord();
  const ofTab: Readonly<Record<Refund['status'], Column<Refund>[]>> = {
    pending: [
      { key: 'reason', label: t('reason'), wideOnly: true, cell: ({ reason }) => <bdi>{reasonWord(reason)}</bdi> },
    ],
    executed: [
      { key: 'money', label: t('money.title'), cell: (refund) => <MoneyState refund={refund} /> },
      {
        key: 'coins',
        label: t('coinsTaken'),
        number: true,
        wideOnly: true,
        cell: ({ coinsDeducted }) => format.number(coinsDeducted),
      },
      {
        key: 'short',
        label: t('short'),
        number: true,
        wideOnly: true,
        cell: ({ underpaidCents, currency }) =>
          underpaidCents === 0 ? '–' : <Money cents={underpaidCents} currency={currency} />,
      },
    ],
    rejected: [
      {
        key: 'why',
        label: t('rejectReason'),
        wideOnly: true,
        cell: (refund) => <bdi>{rejectReason(refund.rejectReason)}</bdi>,
      },
    ],
  };
  const decided: Column<Refund> = {
    key: 'decided',
    label: t('decidedBy'),
    wideOnly: true,
    cell: ({ decidedBy }) => (decidedBy ? <Person name={decidedBy.name} email={decidedBy.email} /> : '–'),
  };
  return [
    {
      key: 'user',
      label: t('user'),
      cell: (refund) => (
        <Inline as="span">
          <PersonAvatar name={nameOf(userOf(refund))} size={28} />
          <Stack as="span" className={classes.named} within align="start" tight>
            <bdi>{nameOf(userOf(refund))}</bdi>
            <small>
              <bdi title={refund.productId}>{boughtName({ ...refund.bought, productId: refund.productId })}</bdi>
            </small>
          </Stack>
        </Inline>
      ),
    },
    { key: 'amount', label: t('amount'), number: true, cell: (refund) => <Amount of={refund} /> },
    ...ofTab[shown],
    { key: 'asked', label: t('askedBy'), wideOnly: true, cell: (refund) => <AskedBy refund={refund} /> },
    ...(shown === 'pending' ? [] : [decided]),
    {
      key: 'when',
      label: t(`when.${shown}`),
      cell: ({ createdAt, executedAt, rejectedAt }) => <Time at={executedAt ?? rejectedAt ?? createdAt} distance />,
    },
  ];
}
