import { useFormat } from '../../ui/format.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import type { TransactionDetail } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

/** What the provider asked about a payment, and how it was answered. */
export function Questions({ questions }: { questions: TransactionDetail['questions'] }) {
  const t = useWords(transactionWords);
  const format = useFormat();
  return (
    <ul className={classes.unlocks}>
      {questions.map(({ askedAt, coinsBought, coinsSpent }) => (
        <li key={askedAt} className={classes.movementHead}>
          <span className={classes.event}>
            {coinsBought === null || coinsSpent === null ? (
              <StatusPill tone="warning">{t('questions.open')}</StatusPill>
            ) : (
              t('questions.answered', { spent: format.number(coinsSpent), bought: format.number(coinsBought) })
            )}
          </span>
          <Time at={askedAt} distance />
        </li>
      ))}
    </ul>
  );
}
