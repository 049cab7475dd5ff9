import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { Usage } from './rules.ts';
import type { TransactionRow } from './sql.ts';

type Payment = Pick<TransactionRow, 'userId' | 'id'>;

export interface QuestionRow {
  askedAt: Date;
  /** Null while it is not answered. */
  answeredAt: Date | null;
  coinsBought: number | null;
  coinsSpent: number | null;
}

/** Stores a question. Returns true if it is new, or if its answer was not queued before. */
export async function storeQuestion(
  tx: Tx,
  { userId, id }: Payment,
  { askedAt, isQueued }: { readonly askedAt: Date; readonly isQueued: boolean },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_questions as q (user_id, purchase_id, asked_at, is_queued, created_at)
    values (${userId}, ${id}, ${askedAt}, ${isQueued}, ${now})
    on conflict on constraint payment_questions_pk do update set is_queued = true
      where excluded.is_queued and not q.is_queued
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Stores the answer to a question, and returns whether it had none. */
export async function answerQuestion(
  tx: Tx,
  { userId, id }: Payment,
  askedAt: Date,
  { coinsBought, coinsSpent }: Usage,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update payment_questions set answered_at = ${now}, coins_bought = ${coinsBought}, coins_spent = ${coinsSpent}
    where user_id = ${userId} and purchase_id = ${id} and asked_at = ${askedAt} and answered_at is null
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** The questions about a payment, oldest first. */
export async function listQuestions(db: Db, { userId, id }: Payment): Promise<QuestionRow[]> {
  const query = sql<QuestionRow>`
    select asked_at as "askedAt", answered_at as "answeredAt", coins_bought as "coinsBought", coins_spent as "coinsSpent"
    from payment_questions where user_id = ${userId} and purchase_id = ${id} order by asked_at`;
  return (await query.execute(db)).rows;
}
