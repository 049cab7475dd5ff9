import { fieldsOf } from '../../ui/diff.tsx';
import { readable, useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import type { WebhookEvent } from './queries.ts';
import { webhookWords } from './words.ts';

const { sources, media, events } = webhookWords.en;

const has = <Words extends object>(words: Words, key: PropertyKey): key is keyof Words & string =>
  Object.hasOwn(words, key);

/** Who sent something, in the operator's language. */
export function useSourceName(): (source: string) => string {
  const t = useWords(webhookWords);
  const railName = useRailName();
  return (source) => {
    const [sender = '', rail] = source.split(':');
    const name = has(sources, sender) ? t(`sources.${sender}`) : readable(sender);
    return rail === undefined ? name : `${name} · ${railName(rail)}`;
  };
}

type Payload = WebhookEvent['payload'];

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What one message reports: several events where a provider sends them together, and what became of ordered money. */
export function reportedIn(payload: Payload): string[] {
  const money = listIn(payload?.money).map((one) => String(fieldsOf(one).type));
  const more = listIn(payload?.more).map((one) => String(fieldsOf(one).type));
  const first = typeof payload?.type === 'string' ? [payload.type] : [];
  // Only money was reported: the message has no other event.
  const named = money.length > 0 && first[0] === 'message.empty' ? [] : first;
  return [...named, ...money, ...more];
}

/** A type of event in words. */
export function useTypeName(): (type: string) => string {
  const t = useWords(webhookWords);
  return (type) => {
    const [group = '', name = ''] = type.split('.');
    if (group === 'purchase' && has(events.purchase, name)) return t(`events.purchase.${name}`);
    if (group === 'subscription' && has(events.subscription, name)) return t(`events.subscription.${name}`);
    if (group === 'refund' && has(events.refund, name)) return t(`events.refund.${name}`);
    if (group === 'message' && has(events.message, name)) return t(`events.message.${name}`);
    return readable(type);
  };
}

/** What a message about a payment reports first; undefined where it does not say. */
export function usePaymentEventName(): (payload: Payload) => string | undefined {
  const typeName = useTypeName();
  return (payload) => {
    const [first] = reportedIn(payload);
    return first === undefined ? undefined : typeName(first);
  };
}

/** What a message says happened, in words; else what kind of message it is. */
export function useEventName(): (event: Pick<WebhookEvent, 'source' | 'payload'>) => string {
  const t = useWords(webhookWords);
  const sourceName = useSourceName();
  const paymentName = usePaymentEventName();
  return ({ source, payload }) => {
    const status = payload?.status;
    if (source === 'media' && typeof status === 'string' && has(media, status)) return t(`media.${status}`);
    return paymentName(payload) ?? sourceName(source);
  };
}

/** Whether a message is about a purchase in the test environment of its provider. */
export const isTest = ({ payload }: Pick<WebhookEvent, 'payload'>): boolean =>
  fieldsOf(payload?.data).environment === 'sandbox';
