import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { type Purchase, refundsQuery } from './queries.ts';
import { tabWords } from './tab-words.ts';
import classes from './users.module.css';

/** What was given back of a purchase, what waits to be, and the way to give back more. */
export function PurchaseRefunds({ purchase, name }: { purchase: Purchase; name: string }) {
  const t = useWords(tabWords);
  const format = useFormat();
  const { can } = useSession();
  const { data } = useQuery(refundsQuery(purchase.userId));
  const { id, currency, status, amountCents, refundedCents } = purchase;
  const waiting = (data?.items ?? []).filter((one) => one.purchaseId === id && one.status === 'pending');
  const asked = waiting.reduce((sum, one) => sum + one.amountCents, refundedCents);
  const mayAsk = can('payments:refund') || can('payments:refund_request');
  return (
    <Text as="div" className={classes.whoMore} size="sm" weight="normal" tone="muted">
      {refundedCents > 0 && (
        <div>
          <Link to="/refunds" search={{ status: 'executed', purchaseId: id }} className={classes.link}>
            {t('purchases.refunded', { amount: format.money(refundedCents, currency) })}
          </Link>
        </div>
      )}
      {waiting.map((one) => (
        <div key={one.id}>
          <Link to="/refunds/$id" params={{ id: one.id }} className={classes.link}>
            {t('purchases.refundWaiting', { amount: format.money(one.amountCents, currency) })}
          </Link>
        </div>
      ))}
      {mayAsk && status === 'completed' && asked < amountCents && (
        <div>
          <Link
            to="/refunds/new"
            search={{ purchase: id }}
            className={classes.link}
            aria-label={`${t('purchases.refund')}: ${name}`}
          >
            {t('purchases.refund')}
          </Link>
        </div>
      )}
    </Text>
  );
}
