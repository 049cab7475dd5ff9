import { Inline, Rows } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import type { TransactionDetail } from './queries.ts';
import { transactionWords } from './words.ts';

/** What the provider asked about a payment, and how it was answered. */
export function Questions({ questions }: { questions: TransactionDetail['questions'] }) {
  const t = useWords(transactionWords);
  const format = useFormat();
  return (
    <Rows>
      {questions.map(({ askedAt, coinsBought, coinsSpent }) => (
        <Inline as="li" key={askedAt} align="baseline" justify="between" gap="md">
          <span>
            {coinsBought === null || coinsSpent === null ? (
              <StatusPill tone="warning">{t('questions.open')}</StatusPill>
            ) : (
              t('questions.answered', { spent: format.number(coinsSpent), bought: format.number(coinsBought) })
            )}
          </span>
          <Time at={askedAt} distance />
        </Inline>
      ))}
    </Rows>
  );
}
