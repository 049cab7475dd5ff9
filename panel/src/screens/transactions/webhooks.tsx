import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { readable, useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { TransactionDetail } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

type Webhook = TransactionDetail['webhooks'][number];

const { events } = transactionWords.en.webhooks;
const isKnown = (name: string): name is keyof typeof events => Object.hasOwn(events, name);

/** What a message tells: of a payment, or of a period of a subscription. */
function useEventName(): (payload: Webhook['payload']) => string {
  const t = useWords(transactionWords);
  return (payload) => {
    const type = typeof payload?.type === 'string' ? payload.type : '';
    const name = type.split('.').at(-1) ?? '';
    return isKnown(name) ? t(`webhooks.events.${name}`) : readable(type);
  };
}

/** What the rail told of a payment, each message as it was sent. */
export function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const t = useWords(transactionWords);
  const word = useServerWord();
  const eventName = useEventName();
  if (webhooks.length === 0) return <p className={classes.quiet}>{t('webhooks.empty')}</p>;
  return (
    <ul className={classes.unlocks}>
      {webhooks.map(({ id, outcome, payload, receivedAt }) => (
        <li key={id}>
          <div className={classes.movementHead}>
            <span className={classes.event}>
              {eventName(payload)} <StatusPill tone={toneOf(outcome)}>{word('status', outcome)}</StatusPill>
            </span>
            <Time at={receivedAt} distance />
          </div>
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
    </ul>
  );
}
