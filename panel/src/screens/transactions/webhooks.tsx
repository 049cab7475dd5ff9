import { Inline, Note, Stack } from '../../ui/box.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { usePaymentEventName } from '../webhooks/public.ts';
import type { TransactionDetail } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

type Webhook = TransactionDetail['webhooks'][number];

/** What the rail told of a payment, each message as it was sent. */
export function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const t = useWords(transactionWords);
  const word = useServerWord();
  const eventName = usePaymentEventName();
  if (webhooks.length === 0) return <Note>{t('webhooks.empty')}</Note>;
  return (
    <Stack as="ul" gap="sm">
      {webhooks.map(({ id, outcome, payload, receivedAt }) => (
        <li key={id}>
          <Inline align="baseline" justify="between" gap="md" mb="2xs">
            <Inline as="span" wraps>
              {eventName(payload) ?? t('webhooks.title')}{' '}
              <StatusPill tone={toneOf(outcome)}>{word('status', outcome)}</StatusPill>
            </Inline>
            <Time at={receivedAt} distance />
          </Inline>
          {payload !== null && (
            <details>
              <summary className={classes.summary}>{t('webhooks.payload')}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
              <pre className={classes.payload} tabIndex={0}>
                {JSON.stringify(payload, null, 2)}
              </pre>
            </details>
          )}
        </li>
      ))}
    </Stack>
  );
}
