import { ProviderCallFailed } from '../../gateways/payments/failures.ts';
import type { PaymentProvider, PurchaseProof, VerifiedMessage } from '../../gateways/payments/provider.ts';
import type { Connections, Database } from '../../kit/db/database.ts';
import type { Encryption } from '../../kit/encryption.ts';
import { notFound, refuse, unavailable } from '../../kit/errors.ts';
import { type EventOrigin, type FaultLog, findKnown, receive, type WebhookSource } from '../webhooks/public.ts';
import { invalidProof, proofNotSupported, purchaseOfAnotherUser } from './errors.ts';
import type { PaymentRails } from './gateways.ts';
import { sourceOfRail } from './rules.ts';
import type { PaymentEvent } from './schema.ts';
import { findTransaction } from './sql.ts';
import { translate } from './translation.ts';

/** Secrets of the neutral format by rail or family of rails, and that of all other rails. */
export interface RailSecrets {
  readonly byRail: Readonly<Record<string, readonly string[]>>;
  readonly ofOthers: readonly string[];
}

/** What it takes to receive the messages of payment rails. */
export interface PaymentInbox {
  readonly source: WebhookSource;
  /** The same, for messages that are translated already. */
  readonly translated: WebhookSource;
  readonly rails: PaymentRails;
  readonly secrets: RailSecrets;
  /** Encrypts what providers sent. */
  readonly originals: Encryption;
  readonly log: FaultLog;
}

/** What it takes to store the verified messages of providers. */
export type ProviderMessages = Omit<PaymentInbox, 'secrets' | 'log'>;

interface Delivered {
  readonly database: Connections;
  readonly rail: string;
  readonly provider: PaymentProvider;
  readonly message: VerifiedMessage;
  /** What was received, as text. */
  readonly body: string;
  /** Undefined if no request delivered it. */
  readonly from?: EventOrigin | undefined;
  readonly payload?: unknown;
}

export interface ProvenBy {
  readonly database: Database;
  readonly userId: string;
  /** The pending purchase that the app created. */
  readonly purchaseId: string;
  readonly proof: PurchaseProof;
  readonly requestId: string;
  readonly ip: string;
}

export const completed = async (provider: PaymentProvider, message: VerifiedMessage): Promise<VerifiedMessage> =>
  provider.complete ? { ...message, payload: await provider.complete(message.payload) } : message;

/**
 * Completes a message. Undefined if the provider will never complete it; it is asked to send it again if that may work later.
 */
async function completedOrNone(
  { log }: Pick<PaymentInbox, 'log'>,
  rail: string,
  provider: PaymentProvider,
  message: VerifiedMessage,
): Promise<VerifiedMessage | undefined> {
  try {
    return await completed(provider, message);
  } catch (error) {
    if (!(error instanceof ProviderCallFailed)) throw error;
    log.error({ err: error, rail }, 'a message could not be completed');
    return error.isRetryable || error.isOfAccount ? refuse(unavailable) : undefined;
  }
}

/** A message with what its provider adds, unless it is stored already or will never be completed: then as it is. */
async function wholeOf(
  inbox: PaymentInbox,
  { database, rail, provider, message }: Omit<Delivered, 'payload'>,
): Promise<VerifiedMessage> {
  if (!provider.complete) return message;
  const known = await findKnown(database.db, sourceOfRail(rail), [message.id]);
  return known.has(message.id) ? message : ((await completedOrNone(inbox, rail, provider, message)) ?? message);
}

/** Messages that are being received, by rail and id. */
const inFlightOf = new WeakMap<PaymentInbox, Map<string, Promise<VerifiedMessage>>>();

/**
 * Receives a message of a provider, whose API is asked once for all copies: they share the answer while the first is being
 * received, and are found in the inbox after that. What will never be completed is stored as it is, and can be replayed.
 */
export async function receiveWebhook(inbox: PaymentInbox, delivered: Omit<Delivered, 'payload'>): Promise<void> {
  const inFlight = inFlightOf.get(inbox) ?? new Map<string, Promise<VerifiedMessage>>();
  inFlightOf.set(inbox, inFlight);
  const key = `${delivered.rail} ${delivered.message.id}`;
  const ofFirst = inFlight.get(key);
  const whole = ofFirst ?? wholeOf(inbox, delivered);
  if (!ofFirst) inFlight.set(key, whole);
  try {
    await receiveTranslated(inbox, { ...delivered, message: await whole });
  } finally {
    if (!ofFirst) inFlight.delete(key);
  }
}

const partsOf = ({ more = [], ...first }: PaymentEvent): Omit<PaymentEvent, 'more'>[] => [first, ...more];

/** Whether an event is about what a phone claims to have bought. */
const isMeant = ({ purchase, subscription }: PaymentEvent, proof: PurchaseProof): boolean =>
  'productId' in proof ? purchase?.productId === proof.productId : (purchase ?? subscription) !== undefined;

/** Receives what a phone presents, through the same inbox as the messages of its store. Returns the transactions in it. */
export async function receiveProof(inbox: PaymentInbox, proven: ProvenBy): Promise<string[]> {
  const { database, userId, purchaseId, proof, ...from } = proven;
  const purchase = (await findTransaction(database.db, userId, purchaseId)) ?? refuse(notFound);
  const { platform: rail, productId } = purchase;
  const provider = inbox.rails.providerOf(rail);
  if (!provider?.prove) return refuse(proofNotSupported);
  const claimed = await provider.prove(proof, new Date());
  const message = (await completedOrNone(inbox, rail, provider, claimed)) ?? refuse(invalidProof);
  const event = translate(provider, message, faultLogOf(inbox, rail));
  const { money: _, settlements, ...reported } = event;
  const parts = partsOf(reported);
  const isOwn = parts.every((part) => {
    const data = part.purchase ?? part.subscription;
    return !data || data.userId?.toLowerCase() === userId;
  });
  if (!isOwn) return refuse(purchaseOfAnotherUser);
  if (!parts.some((part) => isMeant(part, proof))) return refuse(invalidProof);
  const names = (part: Omit<PaymentEvent, 'more'>): Omit<PaymentEvent, 'more'> =>
    part.purchase?.productId === productId ? { ...part, purchase: { purchaseId, ...part.purchase } } : part;
  const [first = reported, ...more] = parts.map(names);
  const payload = { ...first, ...(settlements && { settlements }), ...(more.length > 0 && { more }) };
  // Webhooks have ids of their own, so the same message as a proof is another one.
  const named = { ...message, id: `proof:${message.id}` };
  await receiveTranslated(inbox, { database, rail, provider, message: named, body: '', from, payload });
  return parts.flatMap(({ purchase: paid, subscription }) => (paid ?? subscription)?.transactionId ?? []);
}

const faultLogOf =
  ({ log }: Pick<PaymentInbox, 'log'>, rail: string) =>
  (error: unknown) =>
    log.error({ err: error, rail }, 'a message could not be translated');

/** Receives a verified message of a provider. What cannot be translated is stored as well, and can be replayed. */
export async function receiveTranslated(
  { translated, originals, log }: Pick<PaymentInbox, 'translated' | 'originals' | 'log'>,
  delivered: Delivered,
): Promise<void> {
  const { database, rail, provider, message, body, from } = delivered;
  const { payload = translate(provider, message, faultLogOf({ log }, rail)) } = delivered;
  await receive(database, log, {
    source: translated,
    sourceName: sourceOfRail(rail),
    message: { id: message.id },
    payload,
    original: originals.encrypt(JSON.stringify({ ...message, body })),
    from,
  });
}
