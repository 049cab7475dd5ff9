import { Type } from 'typebox';
import { ProviderCallFailed } from '../../gateways/payments/failures.ts';
import type { PaymentProvider, VerifiedMessage } from '../../gateways/payments/provider.ts';
import { type Connections, clock } from '../../kit/db/database.ts';
import { oneOf } from '../../kit/http/schema.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { parseStoredJson } from '../../kit/json.ts';
import type { Delivery } from '../../kit/outbox.ts';
import { dayMs } from '../../kit/time.ts';
import * as audit from '../audit/public.ts';
import { isKnownRail } from '../store/public.ts';
import { findKnown } from '../webhooks/public.ts';
import { recordAnswer, usageToAnswer } from './actions/question.ts';
import type { PaymentRails } from './gateways.ts';
import { completed, type ProviderMessages, receiveTranslated } from './inbox.ts';
import { findReadUntil, storeReadUntil } from './lists.sql.ts';
import { answerTopic, settlementTopic, sourceOfRail } from './rules.ts';
import { Answer } from './schema.ts';

const Owed = Type.Object({
  rail: Type.String(),
  settlement: Type.Object({
    kind: oneOf(['consume', 'acknowledge']),
    productId: Type.String(),
    purchaseToken: Type.String(),
  }),
});

/** Pays what stores are owed for purchases, after these are applied. */
const settlementDelivery = (rails: PaymentRails): Delivery => ({
  topic: settlementTopic,
  async deliver(payload, { attempt }) {
    const owed = parseStoredJson(Owed, payload);
    const provider = owed && rails.providerOf(owed.rail);
    if (!owed || !provider?.settle) throw new Error('no provider of this rail takes it');
    await provider.settle(owed.settlement, attempt);
  },
});

/** Answers questions of providers about payments, from the ledger at the time of the delivery. */
const answerDelivery = (database: Connections, rails: PaymentRails): Delivery => ({
  topic: answerTopic,
  async deliver(payload) {
    const answer = parseStoredJson(Answer, payload);
    const provider = answer && rails.providerOf(answer.rail);
    if (!answer || !provider?.answer) throw new Error('no provider of this rail takes it');
    const usage = await database.transaction((tx) => usageToAnswer(tx, answer));
    if (!usage) return;
    await provider.answer(answer.question, usage);
    await database.transaction((tx, now) => recordAnswer(audit.systemCtx(tx, now), answer, usage));
  },
});

/** How often a list is read. */
const listEveryMs = dayMs;
/** Some purchases are listed late, so each run begins this long before the end of the previous one. */
const listOverlapMs = 2 * dayMs;
/** Providers list the purchases that were voided in the last 30 days. */
const listedMs = 29 * dayMs;
/** Limits a run, since each purchase takes a call to the provider; the next run continues. */
const maxListed = 500;
/** Purchases that fail do not stop the others, unless the provider as a whole seems to be failing. */
const maxFailures = 3;

/** Reads the lists of voided purchases, in case that the message about one was lost. */
export const readVoidedPurchases = (messages: ProviderMessages): JobStep => ({
  name: 'listed_refunds',
  async run(io) {
    const failures: unknown[] = [];
    let received = 0;
    for (const rail of messages.rails.names.filter(isKnownRail)) {
      const provider = messages.rails.providerOf(rail);
      if (!provider?.listVoided || io.signal.aborted) continue;
      try {
        received += await readList(io, messages, rail, provider);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return received;
  },
});

/** Receives what is new in a list, and returns how many messages that were. */
async function readList(
  io: JobIo,
  messages: ProviderMessages,
  rail: string,
  provider: PaymentProvider,
): Promise<number> {
  const { database, signal, progress } = io;
  const until = await clock(database.db);
  const readUntil = await findReadUntil(database.db, rail);
  if (readUntil && until.getTime() - readUntil.getTime() < listEveryMs) return 0;
  const from = new Date(Math.max((readUntil?.getTime() ?? 0) - listOverlapMs, until.getTime() - listedMs));
  const failures: ProviderCallFailed[] = [];
  let received = 0;
  for await (const page of provider.listVoided?.(from, until) ?? []) {
    const known = await findKnown(
      database.db,
      sourceOfRail(rail),
      page.map(({ id }) => id),
    );
    for (const message of page.filter(({ id }) => !known.has(id))) {
      if (signal.aborted || received === maxListed) return received;
      const failure = await receiveListed(io, messages, { rail, provider, message });
      if (failure === undefined) progress({ done: ++received });
      else if (failures.push(failure) === maxFailures) throw failure;
    }
  }
  // The list is read again from the same moment, so that those that failed are received by a later run.
  const [failed] = failures;
  if (failed) throw failed;
  await database.transaction((tx) => storeReadUntil(tx, rail, until));
  return received;
}

/**
 * Receives a message, or returns why the provider could not complete it now. A message that it will never complete is stored
 * as it is, for operators.
 */
async function receiveListed(
  { database, log }: JobIo,
  messages: ProviderMessages,
  { rail, provider, message }: { rail: string; provider: PaymentProvider; message: VerifiedMessage },
): Promise<ProviderCallFailed | undefined> {
  let whole = message;
  try {
    whole = await completed(provider, message);
  } catch (error) {
    if (!(error instanceof ProviderCallFailed) || error.isOfAccount) throw error;
    if (error.isRetryable) return error;
  }
  await receiveTranslated({ ...messages, log }, { database, rail, provider, message: whole, body: '' });
  return undefined;
}

export const paymentDeliveries = (database: Connections, rails: PaymentRails): readonly Delivery[] => [
  settlementDelivery(rails),
  answerDelivery(database, rails),
];
