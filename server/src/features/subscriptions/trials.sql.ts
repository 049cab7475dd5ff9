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
 * Makes trials longer, each with its period, and answers when they end now, by user. The days are kept beside what a
 * provider tells, so that they count on top of it, whatever it tells and whenever.
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
        current_period_end = s.current_period_end + e.days * interval '1 day', updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as e ("userId" uuid, id uuid, days integer, "eventId" uuid)
      where s.user_id = e."userId" and s.id = e.id
      returning e."eventId", e.days, s.*),
    kept as (
      insert into subscription_events (user_id, id, subscription_id, type, occurred_at, product_id, period_start,
        period_end, trial_end, auto_renew, price_cents, currency, region, is_paid, added_days, created_at)
      select user_id, "eventId", id, 'trial_extended', greatest(${now}::timestamptz,
          -- Two at the same moment are two events.
          (select max(b.occurred_at) + interval '1 ms' from subscription_events b
           where b.user_id = x.user_id and b.subscription_id = x.id and b.type = 'trial_extended')),
        product_id, current_period_start, current_period_end, trial_end, auto_renew, price_cents, currency, region, false,
        days, ${now}
      from extended x)
    select user_id as "userId", trial_end as "trialEnd" from extended`.execute(tx);
  return new Map(rows.map(({ userId, trialEnd }) => [userId, trialEnd]));
}
