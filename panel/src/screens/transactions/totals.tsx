import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Inline } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { useWords } from '../../words/define.ts';
import { totalsQuery } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

/** What the payments of these filters come to, in US dollars. */
export function Totals({ search }: { search: Parameters<typeof totalsQuery>[0] }) {
  const t = useWords(transactionWords);
  const format = useFormat();
  const { data, isPlaceholderData } = useQuery({ ...totalsQuery(search), placeholderData: keepPreviousData });
  if (!data) return <Inline as="p" className={classes.totals} align="baseline" wraps gap="lg" rowGap="2xs" mb="md" />;
  const { count, failedCount, grossUsdCents, refundedUsdCents, isWhole } = data;
  const payments = count - failedCount;
  const inWords = (key: 'totals.paid' | 'totals.refunded', cents: number) => {
    const [before = '', after = ''] = t(key, { amount: '\u0000' }).split('\u0000');
    return (
      <span>
        {before}
        <Money cents={cents} currency="USD" />
        {after}
      </span>
    );
  };
  return (
    <Inline
      as="p"
      className={classes.totals}
      align="baseline"
      wraps
      gap="lg"
      rowGap="2xs"
      mb="md"
      role="group"
      aria-label={t('totals.label')}
      data-stale={isPlaceholderData || undefined}
    >
      <strong>{t('totals.count', { count: payments, amount: format.number(payments) })}</strong>
      {failedCount > 0 && <span>{t('totals.failed', { count: failedCount, amount: format.number(failedCount) })}</span>}
      {inWords('totals.paid', grossUsdCents)}
      {inWords('totals.refunded', refundedUsdCents)}
      {!isWhole && <small>{t('totals.more', { amount: format.number(count) })}</small>}
    </Inline>
  );
}
