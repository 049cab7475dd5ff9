import type { Tx } from '../../../kit/db/database.ts';
import { enqueueMessage } from '../../../kit/outbox.ts';
import * as audit from '../../audit/public.ts';
import { lockUser } from '../../users/public.ts';
import type { EventResult } from '../../webhooks/public.ts';
import type { PaymentRails } from '../gateways.ts';
import { answerQuestion, listQuestions, storeQuestion } from '../questions.sql.ts';
import { findPromoCoins } from '../refunds.sql.ts';
import { answerTopic, coinsSpentOf, type Usage } from '../rules.ts';
import type { Answer, Question } from '../schema.ts';
import { findByTransactionId, findTransaction } from '../sql.ts';
import { unmatched } from './match.ts';
import { planWithBalances } from './refund.ts';

/** Stores what the provider asks about a payment, and has it answered if answers are configured. */
export async function ask(
  { tx, now }: audit.AuditCtx,
  rails: Pick<PaymentRails, 'providerOf'>,
  rail: string,
  { question, askedAt }: { readonly question: Question; readonly askedAt: Date },
): Promise<EventResult> {
  const payment = await findByTransactionId(tx, rail, question.transactionId);
  if (!payment || payment.status === 'pending') return unmatched('waiting_for_payment');
  const isQueued = rails.providerOf(rail)?.answer !== undefined;
  const isNew = await storeQuestion(tx, payment, { askedAt, isQueued }, now);
  if (!isQueued) return { outcome: 'ignored', detail: 'question_unanswered' };
  if (!isNew) return { outcome: 'ignored', detail: 'already_received' };
  const { userId, id: purchaseId } = payment;
  const answer: Answer = { rail, userId, purchaseId, askedAt: askedAt.toISOString(), question };
  await enqueueMessage(tx, answerTopic, answer, now);
  return { outcome: 'applied' };
}

type Asked = Pick<Answer, 'userId' | 'purchaseId' | 'askedAt'>;

/**
 * How many of the coins of a payment are spent: those that a refund of all that is left of it could not take back.
 * Undefined if the question is answered already.
 */
export async function usageToAnswer(tx: Tx, { userId, purchaseId, askedAt }: Asked): Promise<Usage | undefined> {
  await lockUser(tx, userId);
  const payment = await findTransaction(tx, userId, purchaseId);
  const questions = payment ? await listQuestions(tx, payment) : [];
  const asked = questions.find((one) => one.askedAt.getTime() === Date.parse(askedAt));
  if (!payment || !asked || asked.answeredAt !== null) return undefined;
  const { coins: promoCoins } = await findPromoCoins(tx, payment);
  const { taken } = await planWithBalances(tx, payment, payment.amountCents);
  return {
    coinsBought: payment.coinsGranted + payment.bonusCoins + promoCoins,
    coinsSpent: coinsSpentOf({ ...payment, promoCoins }, taken),
  };
}

/** Records that a question was answered, unless another delivery did. */
export async function recordAnswer(ctx: audit.AuditCtx, asked: Asked, usage: Usage): Promise<void> {
  const { userId, purchaseId: id, askedAt } = asked;
  if (!(await answerQuestion(ctx.tx, { userId, id }, new Date(askedAt), usage, ctx.now))) return;
  await audit.record(ctx, {
    action: 'purchase.answer_question',
    target: { type: 'purchase', id },
    after: { askedAt, ...usage },
  });
}
