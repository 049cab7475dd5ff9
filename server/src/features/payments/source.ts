import type { Db } from '../../kit/db/database.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { parserOf, withoutNulls } from '../../kit/http/validate.ts';
import { cleanId } from '../../kit/id.ts';
import { isCountry } from '../../kit/iso-codes.ts';
import { isRecord } from '../../kit/json.ts';
import { hasPermission } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { faultsIn, providerEventTypes } from '../subscriptions/public.ts';
import {
  type BatchedEvent,
  type EventResult,
  maskReason,
  type Parsed,
  type Subject,
  type SubjectEvent,
  type WebhookSource,
  webhookSource,
} from '../webhooks/public.ts';
import { unmatched } from './actions/match.ts';
import { complete, completeMany, fail, payerOf, type ReportedPayment } from './actions/pay.ts';
import { applyPeriod } from './actions/period.ts';
import { refund } from './actions/refund.ts';
import type { PurchasePorts } from './ports.ts';
import { purchaseEventTypes } from './rules.ts';
import { Envelope, PaymentEvent, PeriodData, PurchaseData } from './schema.ts';
import { listByTransactionIds, listUserNames } from './sql.ts';

const sourceName = 'payments';
/** Source of the events of a rail in the inbox. */
export const sourceOfRail = (rail: string): string => `${sourceName}:${rail}`;
const railOfSource = (source: string): string => source.slice(sourceName.length + 1);

const parseEnvelope = parserOf(Envelope);
const parsePurchase = parserOf(PurchaseData);
const parseSubscription = parserOf(PeriodData);
const [purchaseWithoutNulls, subscriptionWithoutNulls] = [withoutNulls(PurchaseData), withoutNulls(PeriodData)];

const inData = (faults: readonly FieldError[]) => ({
  faults: faults.map(({ path, message }) => ({ path: path === '' ? 'data' : `data.${path}`, message })),
});

const subscriptionTypeOf = (type: string) => providerEventTypes.find((name) => type === `subscription.${name}`);

/** Drops a region that is not a country and masks the reason, instead of rejecting the payment because of them. */
function sanitizeOptionalFields(given: object): object {
  const { reason, region, ...data } = isRecord(given) ? given : {};
  return {
    ...data,
    ...(typeof reason === 'string' && { reason: maskReason(reason) }),
    ...(typeof region === 'string' && isCountry(region) && { region }),
  };
}

function parse(payload: unknown): Parsed<PaymentEvent> {
  const envelope = parseEnvelope(payload);
  if ('faults' in envelope) return envelope;
  const { type, occurredAt, data } = envelope.value;
  const moment = parseMoment(occurredAt);
  if (purchaseEventTypes.some((name) => name === type)) {
    const parsed = parsePurchase(purchaseWithoutNulls(sanitizeOptionalFields(data)));
    if ('faults' in parsed) return inData(parsed.faults);
    return { event: { type, occurredAt, purchase: parsed.value }, occurredAt: moment };
  }
  if (subscriptionTypeOf(type)) {
    const parsed = parseSubscription(subscriptionWithoutNulls(sanitizeOptionalFields(data)));
    if ('faults' in parsed) return inData(parsed.faults);
    const faults = faultsIn(parsed.value);
    if (faults.length > 0) return { faults };
    return { event: { type, occurredAt, subscription: parsed.value }, occurredAt: moment };
  }
  return { event: { type, occurredAt }, occurredAt: moment };
}

function momentOf({ occurredAt }: Pick<PaymentEvent, 'occurredAt'>): Date {
  const at = parseMoment(occurredAt);
  if (!at) throw new Error('a stored event has no occurredAt');
  return at;
}

async function apply(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  rail: string,
  { type, occurredAt, purchase, subscription }: PaymentEvent,
  webhookId: string,
): Promise<EventResult> {
  const at = momentOf({ occurredAt });
  if (purchase && type === 'purchase.completed') return complete(ctx, ports, { rail, paidAt: at, data: purchase });
  if (purchase && type === 'purchase.failed') return fail(ctx, rail, at, purchase);
  if (purchase && type === 'purchase.refunded')
    return refund(ctx, ports, { rail, occurredAt: at, data: purchase, webhookId });
  const subscriptionType = subscriptionTypeOf(type);
  if (subscription && subscriptionType) {
    return applyPeriod(ctx, ports, rail, { type: subscriptionType, occurredAt: at, data: subscription });
  }
  return unmatched('unknown_type');
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
  if (!event.purchase) throw new Error('only payments are batched');
  const paidAt = momentOf(event);
  return { rail: railOfSource(receipt.source), data: event.purchase, paidAt, from };
}

const idFields = ['transactionId', 'purchaseId', 'subscriptionId'];
/** The objects with ids, in a message (`data`) and in a stored event. */
const idGroups = ['data', 'purchase', 'subscription'];

function cleanIds(given: unknown): unknown {
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

export const paymentsSource = (ports: PurchasePorts): WebhookSource<PaymentEvent> =>
  withCleanIds(
    webhookSource({
      name: sourceName,
      event: PaymentEvent,
      masks: { reason: maskReason, region: maskReason },
      parse,
      apply: (ctx, event, { source, id }) => apply(ctx, ports, railOfSource(source), event, id),
      batch: {
        keyOf: ({ type, purchase }) => (purchase && type === 'purchase.completed' ? payerOf(purchase) : undefined),
        apply: ({ tx, now }, events) =>
          completeMany(audit.systemCtx(tx, now), ports, events.map(paymentIn), { wait: false }),
      },
      subjectsOf,
    }),
  );
