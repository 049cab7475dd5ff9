import { ObjectLink } from '../../app/object-link.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import { Money } from './parts.tsx';
import type { TransactionDetail } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

/** What was given back of a payment, or waits to be. */
export function Refunds({ refunds }: { refunds: TransactionDetail['refundHistory'] }) {
  const t = useWords(transactionWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  if (refunds.length === 0) return <p className={classes.quiet}>{t('refunds.empty')}</p>;
  return (
    <ul className={classes.unlocks}>
      {refunds.map(({ id, status, amountCents, currency, reason, createdAt }) => (
        <li key={id}>
          <div className={classes.movementHead}>
            <span className={classes.event}>
              <ObjectLink type="refund" id={id}>
                <Money cents={amountCents} currency={currency} />
              </ObjectLink>
              <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>
            </span>
            <Time at={createdAt} distance />
          </div>
          <bdi className={classes.quiet}>{reasonWord(reason)}</bdi>
        </li>
      ))}
    </ul>
  );
}
