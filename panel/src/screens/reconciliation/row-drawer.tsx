import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/errors.ts';
import { ErrorState } from '../../api/show-error.tsx';
import { useProductCalled } from '../../app/bought.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useUserName } from '../../app/user-name.ts';
import { Stack, Text } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { isRefund, RowState, stateOf } from './columns.tsx';
import { CreditForm } from './credit-form.tsx';
import { userOf } from './payer.ts';
import { bucketOf, type Row, rowsQuery, runQuery } from './queries.ts';
import { reconciliationWords } from './words.ts';

const route = getRouteApi('/shell/reconciliation/$id/rows/$number');

/** One row, from the page of the list that the address names, and what can be done about it. */
export function RowDrawer() {
  const t = useWords(reconciliationWords);
  const { id, number } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const run = useQuery(runQuery(id));
  const bucket = run.data ? bucketOf(run.data, search) : 'missing_on_our_side';
  const page = useQuery({ ...rowsQuery(id, bucket, search), enabled: run.data !== undefined });
  const close = () => void navigate({ to: '/reconciliation/$id', params: { id }, search: true });
  const row = page.data?.items.find((one) => String(one.number) === number);
  if (!row) {
    const error = page.error ?? run.error ?? (page.data ? new ApiError('not_found', 404) : null);
    return (
      <DetailDrawer title={t('row')} onClose={close}>
        {error ? <ErrorState error={error} onRetry={() => void page.refetch()} /> : <SkeletonLines lines={6} />}
      </DetailDrawer>
    );
  }
  const about = { runId: id, fileName: run.data?.fileName ?? '' };
  return <FoundRow row={row} {...about} onClose={close} onDone={() => void page.refetch()} />;
}

/** What a row means now: once it was handled, nothing is missing any more. */
function explanationOf(row: Row) {
  const state = stateOf(row);
  if (state === 'credited' || state === 'arrived') return `done.${state}` as const;
  if (isRefund(row)) return state === 'refunded' ? 'done.refunded' : (`refundExplained.${row.bucket}` as const);
  return `explained.${row.bucket}` as const;
}

interface FoundRowProps {
  row: Row;
  runId: string;
  fileName: string;
  onClose: () => void;
  onDone: () => void;
}

function FoundRow({ row, runId, fileName, onClose, onDone }: FoundRowProps) {
  const t = useWords(reconciliationWords);
  return (
    <DetailDrawer
      title={row.transactionId}
      subtitle={<RowState row={row} />}
      actions={
        (row.allowed.includes('refund') || row.allowed.includes('replay')) && <Actions row={row} fileName={fileName} />
      }
      onClose={onClose}
      size={480}
    >
      <Text as="p" tone="muted" mb="lg">
        {t(explanationOf(row))}
      </Text>
      <DrawerSection title={t('about')}>
        <Stack gap="md">
          <About row={row} />
          <CopyText label={t('transaction')} text={row.transactionId} />
        </Stack>
      </DrawerSection>
      {row.allowed.includes('credit') && row.line !== null && (
        <DrawerSection title={t('credit.title')}>
          <CreditForm runId={runId} line={row.line} row={row} onDone={onDone} />
        </DrawerSection>
      )}
    </DetailDrawer>
  );
}

type Fact = readonly [string, ReactNode] | false;

function About({ row }: { row: Row }) {
  const facts = [...useAmountFacts(row), ...usePartyFacts(row), ...useActFacts(row)];
  return <DescriptionList facts={facts.filter((fact) => fact !== false)} />;
}

function useAmountFacts({
  line,
  firstLine,
  amountCents,
  currency,
  ourAmountCents,
  ourCurrency,
  createdAt,
}: Row): Fact[] {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const money = (cents: number | null, code: string | null) =>
    cents === null || code === null ? undefined : <Money cents={cents} currency={code} />;
  const [theirs, ours] = [money(amountCents, currency), money(ourAmountCents, ourCurrency)];
  return [
    line !== null && [t('lineName'), format.number(line)],
    firstLine !== null && [t('repeats'), format.number(firstLine)],
    theirs !== undefined && [t('theirs'), theirs],
    ours !== undefined && [t('ours'), ours],
    [t('paidAt'), <Time key="at" at={createdAt} />],
  ];
}

/** What was paid for, and as the provider calls it. */
function Product({ id, told }: { id: string; told: unknown }) {
  const name = useProductCalled()(id, told);
  return (
    <>
      <bdi>{name}</bdi> {name !== id && <code className="ltr">{id}</code>}
    </>
  );
}

function usePartyFacts({ purchase, event }: Row): Fact[] {
  const t = useWords(reconciliationWords);
  const word = useServerWord();
  const known = purchase ?? event;
  const user = userOf(known, useUserName());
  return [
    user !== undefined && [
      t('user'),
      <ObjectLink key="u" type="user" id={user.id}>
        <bdi>{user.name}</bdi>
      </ObjectLink>,
    ],
    Boolean(known?.productId) && [
      t('product'),
      <Product key="p" id={known?.productId ?? ''} told={purchase?.bought} />,
    ],
    purchase !== null && [
      t('purchase'),
      <ObjectLink key="s" type="purchase" id={purchase.id}>
        {word('status', purchase.status)}
      </ObjectLink>,
    ],
    event !== null && [t('reported'), word('status', event.outcome)],
  ];
}

function useActFacts({ act }: Row): Fact[] {
  const t = useWords(reconciliationWords);
  if (act === null) return [];
  return [
    act.by !== null && [t(act.purchaseId ? 'creditedBy' : 'askedBy'), <bdi key="b">{act.by}</bdi>],
    act.approvalId !== null && [
      t('approval'),
      <ObjectLink key="a" type="approval" id={act.approvalId}>
        {t('openApproval')}
      </ObjectLink>,
    ],
  ];
}

/** How many cents of our payment a row suggests to refund; undefined where the operator decides. */
function centsToRefund(row: Row) {
  const { amountCents: theirs, currency, ourAmountCents: ours, ourCurrency, purchase } = row;
  if (theirs === null) return undefined;
  if (theirs < 0)
    return currency === purchase?.currency ? (row.refundLinesCents ?? 0) - purchase.refundedCents : undefined;
  return ours !== null && currency === ourCurrency ? ours - theirs : undefined;
}

/** Why our payment is refunded, by what the file says. */
function useRefundReason(): (row: Row, file: string) => string {
  const t = useWords(reconciliationWords);
  const { money } = useFormat();
  return (row, file) => {
    const { amountCents, currency, ourAmountCents, ourCurrency } = row;
    if (amountCents === null || currency === null) return t('refundReason.missing', { file });
    if (isRefund(row)) return t('refundReason.refunded', { file, amount: money(-amountCents, currency) });
    const ours = ourAmountCents === null || ourCurrency === null ? '–' : money(ourAmountCents, ourCurrency);
    return t('refundReason.mismatch', { file, theirs: money(amountCents, currency), ours });
  };
}

/** The refund of our payment, with how much is too much by the file, and why. */
function useRefundHref(row: Row, fileName: string): string {
  const reason = useRefundReason()(row, fileName);
  const cents = centsToRefund(row);
  const query = new URLSearchParams({ purchase: row.purchase?.id ?? '', reason });
  if (cents !== undefined && cents > 0) query.set('cents', String(cents));
  return `/refunds/new?${query.toString()}`;
}

/** Where the operator goes on from here: the refund of our payment, or what the rail told in vain. */
function Actions({ row, fileName }: { row: Row; fileName: string }) {
  const t = useWords(reconciliationWords);
  const { allowed, purchase, event } = row;
  const message: string = `/webhooks/${event?.id ?? ''}`;
  const refund = useRefundHref(row, fileName);
  return (
    <>
      {allowed.includes('refund') && purchase && (
        <Button component={Link} to={refund}>
          {t('refund')}
        </Button>
      )}
      {allowed.includes('replay') && event && (
        <Button component={Link} to={message} variant="default">
          {t('replay')}
        </Button>
      )}
    </>
  );
}
