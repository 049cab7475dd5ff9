import { useProductCalled } from '../../app/bought.ts';
import { useUserName } from '../../app/user-name.ts';
import { Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Person } from '../../ui/person.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { userOf } from './payer.ts';
import type { Bucket, Row } from './queries.ts';
import { reconciliationWords } from './words.ts';

/** What a bucket shows of its rows: both sides where they differ. */
export function useRowColumns(bucket: Bucket): Column<Row>[] {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const isOurs = bucket === 'missing_on_provider_side';
  const all: (Column<Row> | false)[] = [
    {
      key: 'transaction',
      label: t('transaction'),
      cell: ({ transactionId, line }) => (
        <Stack as="span" align="start" gap="3xs" tight>
          <Text as="bdi" weight="medium" breaks>
            {transactionId}
          </Text>
          {line !== null && <small>{t('line', { line: format.number(line) })}</small>}
        </Stack>
      ),
    },
    {
      key: 'amount',
      label: t(bucket === 'amount_mismatch' ? 'theirs' : 'amount'),
      number: true,
      cell: amountOf(isOurs),
    },
    bucket === 'amount_mismatch' && { key: 'ours', label: t('ours'), number: true, cell: amountOf(true) },
    bucket === 'duplicates' && {
      key: 'first',
      label: t('repeats'),
      number: true,
      cell: ({ firstLine }) => (firstLine === null ? '–' : format.number(firstLine)),
    },
    bucket !== 'duplicates' && { key: 'user', label: t('user'), wideOnly: true, cell: (row) => <Payer row={row} /> },
    { key: 'at', label: t('paidAt'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    bucket !== 'duplicates' && {
      key: 'state',
      label: t('state'),
      // Two amounts leave no room for it on a phone.
      wideOnly: bucket === 'amount_mismatch',
      cell: (row) => <RowState row={row} />,
    },
  ];
  return all.filter((column) => column !== false);
}

const amountOf =
  (isOurs: boolean) =>
  ({ amountCents, currency, ourAmountCents, ourCurrency }: Row) => {
    const [cents, code] = isOurs ? [ourAmountCents, ourCurrency] : [amountCents, currency];
    return cents === null || code === null ? '–' : <Money cents={cents} currency={code} />;
  };

/** Who paid and for what, or probably did. */
export function Payer({ row: { purchase, event, suggestions } }: { row: Row }) {
  const t = useWords(reconciliationWords);
  const nameOf = useUserName();
  const called = useProductCalled();
  const known = purchase ?? event;
  const name = userOf(known, nameOf)?.name;
  const probable = userOf(suggestions[0], nameOf)?.name;
  if (!known) return <small>{probable === undefined ? t('unknown') : t('probably', { name: probable })}</small>;
  return (
    <Stack as="span" align="start" gap="3xs" tight>
      {name === undefined ? '–' : <Person name={name} />}
      {known.productId !== null && (
        <Text as="bdi" size="sm" tone="muted" title={known.productId}>
          {called(known.productId, purchase?.bought)}
        </Text>
      )}
    </Stack>
  );
}

/** A negative amount is a refund at the provider. */
export const isRefund = ({ amountCents }: Pick<Row, 'amountCents'>): boolean => amountCents !== null && amountCents < 0;

const tones = {
  credited: 'positive',
  arrived: 'positive',
  asked: 'warning',
  refunded: 'positive',
  reported: 'warning',
  open: 'neutral',
} as const;

/** What was done about a row, or happened since the file was compared. */
export function stateOf(row: Row): keyof typeof tones {
  const { bucket, act, purchase, event } = row;
  if (isRefund(row)) return coversRefundLines(row) ? 'refunded' : 'open';
  if (act?.purchaseId) return 'credited';
  if (bucket === 'missing_on_our_side' && isPaid(purchase)) return 'arrived';
  if (act?.approvalId) return 'asked';
  if (hasRefunded(row, 1)) return 'refunded';
  return event ? 'reported' : 'open';
}

const isPaid = (purchase: Row['purchase']): boolean => purchase !== null && purchase.status !== 'pending';

const hasRefunded = ({ purchase }: Row, cents: number): boolean => purchase !== null && purchase.refundedCents >= cents;

/** Whether more was refunded since the file was compared, and at least what the file has. */
const coversRefundLines = (row: Row): boolean =>
  hasRefunded(row, Math.max(row.refundLinesCents ?? 0, 1 - (row.ourAmountCents ?? 0)));

export function RowState({ row }: { row: Row }) {
  const t = useWords(reconciliationWords);
  const state = stateOf(row);
  return <StatusPill tone={tones[state]}>{t(`states.${state}`)}</StatusPill>;
}
