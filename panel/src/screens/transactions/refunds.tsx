import { ObjectLink } from '../../app/object-link.tsx';
import { Inline, Note, Stack, Text } from '../../ui/box.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import { MoneyState } from '../refunds/public.ts';
import type { TransactionDetail } from './queries.ts';
import { transactionWords } from './words.ts';

/** What was given back of a payment, or waits to be. */
export function Refunds({ refunds }: { refunds: TransactionDetail['refundHistory'] }) {
  const t = useWords(transactionWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  if (refunds.length === 0) return <Note>{t('refunds.empty')}</Note>;
  return (
    <Stack as="ul" gap="sm">
      {refunds.map(({ id, status, amountCents, currency, reason, createdAt, money, requestedBy }) => (
        <li key={id}>
          <Inline align="baseline" justify="between" gap="md" mb="2xs">
            <Inline as="span" wraps>
              <ObjectLink type="refund" id={id}>
                <Money cents={amountCents} currency={currency} />
              </ObjectLink>
              <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>
              {status === 'executed' && <MoneyState refund={{ money, requestedBy }} />}
            </Inline>
            <Time at={createdAt} distance />
          </Inline>
          <Text as="bdi" size="sm" tone="muted">
            {reasonWord(reason)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
