import { Type } from 'typebox';
import type { NeutralEvent, PaymentProvider, VerifiedMessage } from '../../gateways/payments/provider.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import { rejectUnsafeJson } from '../../kit/http/json.ts';
import { parseMoment } from '../../kit/http/schema.ts';
import { parserOf, withoutNulls } from '../../kit/http/validate.ts';
import { isCountry } from '../../kit/iso-codes.ts';
import { isRecord, parseStoredJson } from '../../kit/json.ts';
import { faultsIn } from '../subscriptions/public.ts';
import { formatFieldErrors, maskReason } from '../webhooks/public.ts';
import { messageTypes, purchaseEventTypes, subscriptionTypeOf } from './rules.ts';
import { type PaymentEvent, PeriodData, PurchaseData } from './schema.ts';

/** Reads the events of rails: those of the neutral format, and those into which providers' messages are translated. */

const parsePurchase = parserOf(PurchaseData);
const parsePeriod = parserOf(PeriodData);
const [purchaseWithoutNulls, periodWithoutNulls] = [withoutNulls(PurchaseData), withoutNulls(PeriodData)];

const inData = (faults: readonly FieldError[]) => ({
  faults: faults.map(({ path, message }) => ({ path: path === '' ? 'data' : `data.${path}`, message })),
});

/** Drops a region that is not a country and masks the reason, instead of rejecting the payment because of them. */
function sanitizeOptionalFields(given: object): object {
  const { reason, region, ...data } = isRecord(given) ? given : {};
  return {
    ...data,
    ...(typeof reason === 'string' && { reason: maskReason(reason) }),
    ...(typeof region === 'string' && isCountry(region) && { region }),
  };
}

interface Reported {
  readonly type: string;
  readonly occurredAt: string;
  readonly data: object;
}

/** Reads one event. Its user may be missing; one of an unknown type has no data. */
export function readEvent({ type, occurredAt, data }: Reported): PaymentEvent | { faults: FieldError[] } {
  if (purchaseEventTypes.some((name) => name === type)) {
    const parsed = parsePurchase(purchaseWithoutNulls(sanitizeOptionalFields(data)));
    return 'faults' in parsed ? inData(parsed.faults) : { type, occurredAt, purchase: parsed.value };
  }
  if (!subscriptionTypeOf(type)) return { type, occurredAt };
  const parsed = parsePeriod(periodWithoutNulls(sanitizeOptionalFields(data)));
  if ('faults' in parsed) return inData(parsed.faults);
  const faults = faultsIn(parsed.value);
  return faults.length > 0 ? { faults } : { type, occurredAt, subscription: parsed.value };
}

function readNeutral(event: NeutralEvent): PaymentEvent {
  rejectUnsafeJson(event);
  if (!parseMoment(event.occurredAt)) throw new Error(`${event.type} has no valid occurredAt`);
  const read = readEvent(event);
  if ('faults' in read) throw new Error(`${event.type}: ${formatFieldErrors(read.faults)}`);
  return read;
}

/** The event of a provider's message. One that reports several has the first, and the others below it. */
export function translate(
  provider: PaymentProvider,
  { payload, sentAt }: Pick<VerifiedMessage, 'payload' | 'sentAt'>,
  onFault: (error: unknown) => void,
): PaymentEvent {
  const message = { occurredAt: sentAt.toISOString(), provider: provider.name };
  try {
    const question = provider.questionOf?.(payload);
    const none = question
      ? { occurredAt: message.occurredAt, type: messageTypes.question, question }
      : { occurredAt: message.occurredAt, type: messageTypes.empty };
    const [first = none, ...more] = provider.translate(payload).map(readNeutral);
    const money = provider
      .moneyEvents?.(payload)
      .map((event) => ({ ...event, code: maskReason(event.code ?? 'failed') }));
    const settlements = provider.settlementsOf?.(payload) ?? [];
    return {
      ...first,
      provider: provider.name,
      ...(money && money.length > 0 && { money }),
      ...(settlements.length > 0 && { settlements: [...settlements] }),
      ...(more.length > 0 && { more }),
    };
  } catch (error) {
    onFault(error);
    return { ...message, type: messageTypes.untranslated };
  }
}

const Original = Type.Object({ sentAt: Type.String(), payload: Type.Unknown() });

/** Translates a stored message again. Undefined if it has another shape, as one stored by another release may. */
export function translateOriginal(
  provider: PaymentProvider,
  original: unknown,
  onFault: (error: unknown) => void,
): PaymentEvent | undefined {
  const stored = parseStoredJson(Original, original);
  const sentAt = stored && parseMoment(stored.sentAt);
  return stored && sentAt && translate(provider, { payload: stored.payload, sentAt }, onFault);
}
