import type { Db } from '../../kit/db/database.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { parserOf } from '../../kit/http/validate.ts';
import { cleanId } from '../../kit/id.ts';
import { isRecord } from '../../kit/json.ts';
import { enqueueMessage } from '../../kit/outbox.ts';
import { hasPermission } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import {
  type BatchedEvent,
  type EventResult,
  maskReason,
  type Parsed,
  type Subject,
  type SubjectEvent,
  type WebhookSource,
  wakeWaiting,
  webhookSource,
} from '../webhooks/public.ts';
import { unmatched, withPayment, withPurchase, withSubscription } from './actions/match.ts';
import { complete, completeMany, fail, notePending, payerOf, type ReportedPayment } from './actions/pay.ts';
import { applyPeriod } from './actions/period.ts';
import { ask } from './actions/question.ts';
import { dispute, type ReportedRefund, refund, reverseRefunds } from './actions/refund.ts';
import type { PaymentRails } from './gateways.ts';
import type { PurchasePorts } from './ports.ts';
import {
  messageTypes,
  railOfSource,
  refundName,
  settlementTopic,
  sourceName,
  sourceOfRail,
  subscriptionTypeOf,
} from './rules.ts';
import { Envelope, PaymentEvent, type PurchaseData, requiredFields } from './schema.ts';
import { listByTransactionIds, listUserNames } from './sql.ts';
import { readEvent, translateOriginal } from './translation.ts';

const parseEnvelope = parserOf(Envelope);

/** What an event lacks of the fields that the neutral format requires. */
const missingIn = (data: object, names: readonly string[]) =>
  names.filter((name) => !Object.hasOwn(data, name)).map((name) => ({ path: `data.${name}`, message: 'is required' }));

/** Reads the neutral format, in which every event names its user, product and price. */
function parse(payload: unknown): Parsed<PaymentEvent> {
  const envelope = parseEnvelope(payload);
  if ('faults' in envelope) return envelope;
  const event = readEvent(envelope.value);
  if ('faults' in event) return event;
  const { purchase = {}, subscription } = event;
  const faults = subscription
    ? missingIn(subscription, requiredFields.subscription)
    : missingIn(purchase, event.purchase ? requiredFields.purchase : []);
  if (faults.length > 0) return { faults };
  return { event, occurredAt: parseMoment(event.occurredAt) };
}

function momentOf({ occurredAt }: Pick<PaymentEvent, 'occurredAt'>): Date {
  const at = parseMoment(occurredAt);
  if (!at) throw new Error('a stored event has no occurredAt');
  return at;
}

/** One of the events that a message reports. */
type Part = Pick<PaymentEvent, 'type' | 'occurredAt' | 'purchase' | 'subscription' | 'question'>;

interface Origin {
  readonly rail: string;
  readonly webhookId: string;
  /** Whether the message was translated, so that events of its rail may wait for this one. */
  readonly isTranslated: boolean;
  readonly rails: PaymentRails;
}

function applyPurchase(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  type: string,
  reported: ReportedRefund,
): Promise<EventResult> | undefined {
  const { rail, data, occurredAt } = reported;
  switch (type) {
    case 'purchase.completed':
      return complete(ctx, ports, { rail, paidAt: occurredAt, data });
    case 'purchase.pending':
      return notePending(ctx, rail, data);
    case 'purchase.failed':
      return fail(ctx, rail, occurredAt, data);
    case 'purchase.refunded':
      return refund(ctx, ports, reported);
    case 'purchase.refund_reversed':
      return reverseRefunds(ctx, ports, reported);
    case 'purchase.disputed':
      return dispute(ctx, reported);
    default:
      return undefined;
  }
}

async function applyReportedPurchase(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  { rail, webhookId, isTranslated }: Origin,
  { type, occurredAt, purchase }: Part & { readonly purchase: PurchaseData },
): Promise<EventResult> {
  const at = momentOf({ occurredAt });
  const isPaid = type === 'purchase.completed';
  const isPending = type === 'purchase.pending';
  const data = isTranslated ? await withPayment(ctx.tx, rail, purchase, { isPaid }) : purchase;
  const isRefund = type === 'purchase.refunded';
  if (!data || (isRefund && data.currency === undefined)) {
    const detail = isPaid || isPending ? 'user_missing' : 'waiting_for_payment';
    return { ...unmatched(detail), waitsFor: paymentName(purchase.transactionId) };
  }
  const { productId } = data;
  if (productId === undefined) return unmatched('unknown_product');
  const product = { ...data, productId };
  const named = isTranslated && (isPaid || isPending) ? await withPurchase(ctx.tx, rail, product, at) : product;
  return applyPurchase(ctx, ports, type, { rail, occurredAt: at, data: named, webhookId }) ?? unmatched('unknown_type');
}

async function applyPart(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  origin: Origin,
  { purchase, subscription, question, ...event }: Part,
): Promise<EventResult> {
  const { type, occurredAt } = event;
  const { rail, rails, isTranslated } = origin;
  if (type === messageTypes.empty) return { outcome: 'ignored', detail: 'no_event' };
  if (type === messageTypes.untranslated) return unmatched('untranslated');
  const environment = (purchase ?? subscription ?? question)?.environment;
  if (environment === 'sandbox' && rails.sandbox === 'ignore') return { outcome: 'ignored', detail: 'sandbox_ignored' };
  if (purchase) return applyReportedPurchase(ctx, ports, origin, { ...event, purchase });
  if (question) {
    const result = await ask(ctx, rails, rail, { question, askedAt: momentOf(event) });
    return result.outcome === 'unmatched' ? { ...result, waitsFor: paymentName(question.transactionId) } : result;
  }
  const subscriptionType = subscriptionTypeOf(type);
  if (!subscription || !subscriptionType) return unmatched('unknown_type');
  const data = await withSubscription(ctx.tx, rail, subscription, { isTranslated });
  if (!data) {
    return { ...unmatched('waiting_for_subscription'), waitsFor: subscriptionName(subscription.subscriptionId) };
  }
  const { productId } = data;
  if (productId === undefined) return unmatched('unknown_product');
  const named = { ...data, productId };
  return applyPeriod(ctx, ports, rail, { type: subscriptionType, occurredAt: momentOf({ occurredAt }), data: named });
}

const paymentName = (transactionId: string): string => `payment:${transactionId}`;
const subscriptionName = (subscriptionId: string): string => `subscription:${subscriptionId}`;

/** What events may wait for that this one brings. */
const namesIn = ({ type, purchase, subscription }: Part): string[] => [
  ...(purchase && type === 'purchase.completed' ? [paymentName(purchase.transactionId)] : []),
  ...(purchase && type === 'purchase.refunded' ? [refundName(purchase.transactionId)] : []),
  ...(subscription ? [subscriptionName(subscription.subscriptionId)] : []),
  ...(subscription?.transactionId === undefined ? [] : [paymentName(subscription.transactionId)]),
];

/** Applies all events of a message, in the order in which the provider lists them. */
async function apply(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  origin: Origin,
  { more = [], money = [], settlements = [], ...first }: PaymentEvent,
): Promise<EventResult> {
  const results: EventResult[] = [];
  for (const event of money) results.push(await ports.settleMoney(ctx, origin.rail, event));
  const isOnlyMoney = money.length > 0 && first.type === messageTypes.empty;
  const matched: Part[] = [];
  for (const part of isOnlyMoney ? more : [first, ...more]) {
    const result = await applyPart(ctx, ports, origin, part);
    results.push(result);
    if (result.outcome !== 'unmatched') matched.push(part);
    if (origin.isTranslated && result.outcome === 'applied') {
      await wakeWaiting(ctx.tx, sourceOfRail(origin.rail), namesIn(part), ctx.now);
    }
  }
  // The store is owed nothing for a product whose payment is not matched.
  const settled = new Set(matched.map(({ purchase, subscription }) => (purchase ?? subscription)?.productId));
  for (const settlement of settlements.filter(({ productId }) => settled.has(productId))) {
    await enqueueMessage(ctx.tx, settlementTopic, { rail: origin.rail, settlement }, ctx.now);
  }
  // Operators replay unmatched events; the others of their message are then ignored.
  const [only] = results;
  const found = (['unmatched', 'applied'] as const).flatMap(
    (name) => results.find(({ outcome }) => outcome === name) ?? [],
  );
  const result = found[0] ?? only;
  if (!result) throw new Error('a message without events was applied');
  return result;
}

function referencesIn({ source, payload }: SubjectEvent) {
  const data = isRecord(payload) && isRecord(payload.data) ? payload.data : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    userId: text(data.userId).toLowerCase(),
    productId: text(data.productId),
    rail: railOfSource(source),
    transactionId: text(data.transactionId),
  };
}

async function subjectsOf(
  db: Db,
  events: readonly SubjectEvent[],
  permissions: readonly string[],
): Promise<(Subject | null)[]> {
  if (!hasPermission(permissions, 'users:read')) return events.map(() => null);
  const references = events.map(referencesIn);
  const users = await listUserNames(db, [...new Set(references.map(({ userId }) => userId).filter(isId))]);
  const purchases = hasPermission(permissions, 'payments:read') ? await listByTransactionIds(db, references) : [];
  return references.map(({ userId, productId, rail, transactionId }) => {
    const user = users.find((one) => one.id === userId);
    const paid = purchases.find((one) => one.platform === rail && one.transactionId === transactionId);
    const purchase = paid && { id: paid.id, status: paid.status, coins: paid.coinsGranted + paid.bonusCoins };
    return user
      ? { type: 'user', ...user, ...(productId !== '' && { productId }), ...(purchase && { purchase }) }
      : null;
  });
}

function paymentIn({ event, receipt, from }: BatchedEvent<PaymentEvent>): ReportedPayment {
  const { productId } = event.purchase ?? {};
  if (!event.purchase || productId === undefined) throw new Error('only payments that name a product are batched');
  const paidAt = momentOf(event);
  const data = { ...event.purchase, productId };
  return { rail: railOfSource(receipt.source), data, paidAt, ...(from && { from }) };
}

const idFields = ['transactionId', 'purchaseId', 'subscriptionId', 'disputeId'];
/** The objects with ids, in a message (`data`) and in a stored event. */
const idGroups = ['data', 'purchase', 'subscription', 'question', 'more'];

function cleanIds(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(cleanIds);
  if (!isRecord(given)) return given;
  const cleaned = Object.entries(given).map(([name, part]) => {
    if (idFields.includes(name) && typeof part === 'string') return [name, cleanId(part)];
    return [name, idGroups.includes(name) ? cleanIds(part) : part];
  });
  return Object.fromEntries(cleaned);
}

/** Cleans ids before an event is stored or applied: ids that differ only in invisible characters are one payment. */
const withCleanIds = <Event>(source: WebhookSource<Event>): WebhookSource<Event> => ({
  ...source,
  parse: (payload) => source.parse(cleanIds(payload)),
  read: (stored) => source.read(cleanIds(stored)),
  mask: (payload) => source.mask(cleanIds(payload)),
});

/** A translated event in the shape of the neutral format, as operators see it. */
function shownEvent({
  type,
  occurredAt,
  provider,
  money,
  purchase,
  subscription,
  question,
  more,
}: PaymentEvent): object {
  const event = { type, occurredAt, ...(provider !== undefined && { provider }), ...(money && { money }) };
  return { ...event, data: purchase ?? subscription ?? question ?? {}, ...(more && { more: more.map(shownEvent) }) };
}

const isTranslated = (payload: unknown): boolean => isRecord(payload) && typeof payload.provider === 'string';

/** The same source, for messages that are translated already. */
const translatedSource = (source: WebhookSource<PaymentEvent>): WebhookSource<PaymentEvent> => ({
  ...source,
  parse(payload) {
    const read = source.read(payload);
    return 'faults' in read ? read : { ...read, occurredAt: parseMoment(read.event.occurredAt) };
  },
});

/** The sources of both kinds of messages. */
export function paymentSources(ports: PurchasePorts, rails: PaymentRails) {
  const source = paymentsSource(ports, rails);
  return { source, translated: translatedSource(source) };
}

export function paymentsSource(ports: PurchasePorts, rails: PaymentRails): WebhookSource<PaymentEvent> {
  const source = webhookSource({
    name: sourceName,
    event: PaymentEvent,
    masks: { reason: maskReason, region: maskReason },
    parse,
    apply: (ctx, event, { source: name, id }) => {
      const isTranslatedEvent = event.provider !== undefined;
      const origin = {
        rail: railOfSource(name),
        webhookId: id,
        isTranslated: isTranslatedEvent,
        rails,
      };
      return apply(ctx, ports, origin, event);
    },
    batch: {
      keyOf: ({ type, purchase, provider }) =>
        purchase && provider === undefined && type === 'purchase.completed' && purchase.environment !== 'sandbox'
          ? payerOf(purchase)
          : undefined,
      apply: ({ tx, now }, events) =>
        completeMany(audit.systemCtx(tx, now), ports, events.map(paymentIn), { wait: false }),
    },
    async completeAgain(name, original) {
      const provider = rails.providerOf(railOfSource(name));
      return provider?.complete && isRecord(original)
        ? { ...original, payload: await provider.complete(original.payload) }
        : original;
    },
    translateAgain(name, original) {
      const provider = rails.providerOf(railOfSource(name));
      return provider && translateOriginal(provider, original, () => {});
    },
    subjectsOf,
  });
  const mask = (payload: unknown): unknown => {
    const read = isTranslated(payload) ? source.read(payload) : undefined;
    return source.mask(read && 'event' in read ? shownEvent(read.event) : payload);
  };
  return withCleanIds({ ...source, mask });
}
