import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';

export interface Trial {
  readonly userId: string;
  readonly id: string;
}

/** The trial of each of these users that runs now, the one that ends last where there are several. They are locked. */
export async function listRunningTrials(
  tx: Tx,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Trial>> {
  const { rows } = await sql<Trial>`
    select distinct on (user_id) user_id as "userId", id from subscriptions
    where user_id = any(${[...userIds]}::uuid[]) and status = 'trialing'
      and least(trial_end, current_period_end) > ${now}
    order by user_id, coalesce(trial_end, current_period_end) desc, id`.execute(tx);
  return new Map(rows.map((trial) => [trial.userId, trial]));
}

export interface TrialExtension extends Trial {
  readonly days: number;
}

/** Makes trials longer, each with its period, and answers when they end now, by user. */
export async function extendTrials(
  tx: Tx,
  extensions: readonly TrialExtension[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (extensions.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; trialEnd: Date }>`
    update subscriptions s set trial_end = coalesce(s.trial_end, s.current_period_end) + e.days * interval '1 day',
      current_period_end = s.current_period_end + e.days * interval '1 day', updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(extensions)}::jsonb) as e ("userId" uuid, id uuid, days integer)
    where s.user_id = e."userId" and s.id = e.id
    returning s.user_id as "userId", s.trial_end as "trialEnd"`.execute(tx);
  return new Map(rows.map(({ userId, trialEnd }) => [userId, trialEnd]));
}
