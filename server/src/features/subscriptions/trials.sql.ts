import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';

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

/**
 * Makes trials longer, each with its period, and answers when they end now, by user. It is kept as something that happened
 * to them, so that what a provider tells late does not undo it.
 */
export async function extendTrials(
  tx: Tx,
  extensions: readonly TrialExtension[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (extensions.length === 0) return new Map();
  const given = extensions.map((extension) => ({ ...extension, eventId: newId() }));
  const { rows } = await sql<{ userId: string; trialEnd: Date }>`
    with extended as (
      update subscriptions s set trial_end = coalesce(s.trial_end, s.current_period_end) + e.days * interval '1 day',
        current_period_end = s.current_period_end + e.days * interval '1 day',
        -- Later than all that is known of it, so that it counts.
        occurred_at = greatest(s.occurred_at + interval '1 ms', ${now}::timestamptz), updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as e ("userId" uuid, id uuid, days integer, "eventId" uuid)
      where s.user_id = e."userId" and s.id = e.id
      returning e."eventId", s.*),
    kept as (
      insert into subscription_events (user_id, id, subscription_id, type, occurred_at, product_id, period_start,
        period_end, trial_end, auto_renew, price_cents, currency, region, is_paid, created_at)
      select user_id, "eventId", id, 'trial_extended', occurred_at, product_id, current_period_start,
        current_period_end, trial_end, auto_renew, price_cents, currency, region, false, ${now} from extended)
    select user_id as "userId", trial_end as "trialEnd" from extended`.execute(tx);
  return new Map(rows.map(({ userId, trialEnd }) => [userId, trialEnd]));
}
