import { Type } from 'typebox';
import type { Connections } from '../../kit/db/database.ts';
import { oneOf } from '../../kit/http/schema.ts';
import { parseStoredJson } from '../../kit/json.ts';
import type { Delivery } from '../../kit/outbox.ts';
import * as audit from '../audit/public.ts';
import { recordAnswer, usageToAnswer } from './actions/question.ts';
import type { PaymentRails } from './gateways.ts';
import { answerTopic, settlementTopic } from './rules.ts';
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

/** Answers what a provider asks about a payment, with what the ledger knows at that moment. */
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

export const paymentDeliveries = (database: Connections, rails: PaymentRails): readonly Delivery[] => [
  settlementDelivery(rails),
  answerDelivery(database, rails),
];
