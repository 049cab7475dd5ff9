import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { type Run, sumsQuery } from './queries.ts';
import { reconciliationWords } from './words.ts';

type ProductSum = Schema<'ReconciledSum'>;
type Side = 'theirs' | 'ours';

/** The sums of a report beside ours, by product and currency. */
export function Sums({ run }: { run: Run }) {
  const t = useWords(reconciliationWords);
  const sums = useQuery(sumsQuery(run.id));
  const columns = useColumns();
  const { rail, period } = run;
  return (
    <>
      <Text as="h2" mb="2xs">
        {t('sums.title')}
      </Text>
      <Text as="p" tone="muted" mb="lg">
        {t('sums.text')}
      </Text>
      <Loaded query={sums} lines={8}>
        {({ items }) => (
          <ScrollBox label={t('sums.title')}>
            <DataTable
              label={t('sums.title')}
              columns={columns}
              rows={items}
              rowKey={({ productId, currency }) => `${currency} ${productId}`}
              linkOf={({ currency }) => ({
                to: '/transactions',
                search: { rail, currency, dateFrom: period.start, dateTo: period.end },
              })}
            />
          </ScrollBox>
        )}
      </Loaded>
    </>
  );
}

function useColumns(): Column<ProductSum>[] {
  const t = useWords(reconciliationWords);
  return [
    {
      key: 'product',
      label: t('product'),
      cell: ({ productId, currency }) => (
        <Stack as="span" align="start" gap="3xs" tight>
          <Text as="bdi" weight="medium" breaks>
            {productId}
          </Text>
          <small>{currency}</small>
        </Stack>
      ),
    },
    { key: 'theirs', label: t('sums.theirs'), number: true, cell: (row) => <SumCell row={row} side="theirs" /> },
    { key: 'ours', label: t('sums.ours'), number: true, cell: (row) => <SumCell row={row} side="ours" /> },
    { key: 'result', label: t('result'), wideOnly: true, cell: (row) => <Result row={row} /> },
  ];
}

function SumCell({ row, side }: { row: ProductSum; side: Side }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const sum = row[side];
  if (!sum) return '–';
  const { units, soldCents, refundedCents } = sum;
  return (
    <Stack as="span" align="end" gap="3xs" tight>
      <Money cents={soldCents} currency={row.currency} />
      <small>{t('sums.units', { count: units, units: format.number(units) })}</small>
      {refundedCents > 0 && <small>{t('sums.refunded', { amount: format.money(refundedCents, row.currency) })}</small>}
    </Stack>
  );
}

function Result({ row }: { row: ProductSum }) {
  const t = useWords(reconciliationWords);
  const tone = row.result === 'matched' ? 'positive' : 'warning';
  return <StatusPill tone={tone}>{t(`bucket.${row.result}`)}</StatusPill>;
}
