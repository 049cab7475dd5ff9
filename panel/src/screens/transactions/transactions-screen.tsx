import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useBoughtName } from '../../app/bought.ts';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { useUserOptions } from '../../app/user-options.ts';
import { Inline, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useCurrencyOptions } from '../../words/currencies.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useRailName } from '../../words/rails.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import { ExportButton } from './export-button.tsx';
import { PaymentMarks } from './marks.tsx';
import { Buyer, TransactionStatus, useBuyerName } from './parts.tsx';
import { kinds, rails, statuses, statusOf, type Transaction, transactionsQuery, waits } from './queries.ts';
import { Totals } from './totals.tsx';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

const route = getRouteApi('/shell/transactions');

export function TransactionsScreen() {
  const t = useWords(transactionWords);
  const { can } = useSession();
  const search = route.useSearch();
  return (
    <Page title={t('title')} description={t('text')} actions={can('payments:read') && <ExportButton search={search} />}>
      <RequirePermission>
        <Totals search={search} />
        <Transactions />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Transactions() {
  const t = useWords(transactionWords);
  const word = useServerWord();
  const railName = useRailName();
  const { all } = usePlaces();
  const { can } = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(transactionsQuery(search));
  const users = useUserOptions(search.userId);
  const currencies = useCurrencyOptions(search.currency ?? 'USD');
  const columns = useColumns();
  const shownRails = search.rail === undefined ? rails : [...new Set([...rails, search.rail])];
  return (
    <ListPage
      name="transactions"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        choice('status', t('status'), statuses, (value) =>
          value === 'disputed' ? t('disputed') : word('status', value),
        ),
        choice('rail', t('rail'), shownRails, railName),
        choice('kind', t('kind'), kinds, (value) => t(value)),
        choice('waiting', t('pendingOver.label'), waits, (value) => t(`pendingOver.${value}`)),
        { kind: 'choice', name: 'country', label: t('country'), options: all },
        { kind: 'choice', name: 'currency', label: t('currency'), options: currencies },
        ...(can('users:read') ? [{ kind: 'search', name: 'userId', label: t('user'), ...users } as const] : []),
        { kind: 'day', name: 'dateFrom', label: t('from') },
        { kind: 'day', name: 'dateTo', label: t('to') },
        { kind: 'text', name: 'q', label: t('search') },
      ]}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/transactions/$id', params: { id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Transaction>[] {
  const t = useWords(transactionWords);
  const railName = useRailName();
  const reasonWord = useReasonWord();
  const boughtName = useBoughtName();
  const buyerName = useBuyerName();
  const isNarrow = useIsNarrow();
  const format = useFormat();
  const { country } = usePlaces();
  const age = (since: string) => t('pendingFor', { time: format.duration(Date.now() - Date.parse(since)) });
  return [
    {
      key: 'what',
      label: t('what'),
      cell: (one) => (
        <span className={classes.two}>
          <Text as="bdi" weight="medium">
            {boughtName(one)}
          </Text>
          <Text as="bdi" size="sm" tone="muted">
            {isNarrow ? buyerName(one) : one.productId}
          </Text>
        </span>
      ),
    },
    { key: 'user', label: t('user'), wideOnly: true, cell: (one) => <Buyer paid={one} /> },
    { key: 'rail', label: t('rail'), wideOnly: true, cell: ({ platform }) => railName(platform) },
    {
      key: 'status',
      label: t('status'),
      cell: (one) => (
        <span className={classes.two}>
          <Inline as="span" gap="2xs" wraps>
            <TransactionStatus payment={one} />
            <PaymentMarks of={one} />
          </Inline>
          {statusOf(one) === 'pending' && <small>{age(one.createdAt)}</small>}
          {one.failureReason !== null && (
            <Text as="bdi" size="sm" tone="muted">
              {reasonWord(one.failureReason)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'country',
      label: t('country'),
      wideOnly: true,
      cell: ({ region }) => (region === null ? '–' : country(region)),
    },
    { key: 'when', label: t('when'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} distance /> },
    { key: 'amount', label: t('amount'), number: true, cell: (one) => <Amount transaction={one} /> },
  ];
}

function Amount({ transaction }: { transaction: Transaction }) {
  const t = useWords(transactionWords);
  const format = useFormat();
  const { amountCents, currency, refundedCents } = transaction;
  return (
    <>
      <Money cents={amountCents} currency={currency} />
      {refundedCents > 0 && (
        <Text as="div" size="sm" tone="muted">
          {t('refunded', { amount: format.money(refundedCents, currency) })}
        </Text>
      )}
    </>
  );
}
