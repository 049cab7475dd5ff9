import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Registers a device for a user; whoever had the same endpoint before has it no more. */
export async function putSubscription(
  tx: Tx,
  userId: string,
  given: Subscription,
  most: number,
  now: Date,
): Promise<void> {
  const { endpoint, p256dh, auth } = given;
  // Another id for another user: what was queued for the one before is not theirs.
  await sql`
    insert into push_subscriptions as s (id, user_id, endpoint, p256dh, auth, created_at, updated_at)
    values (${newId()}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${now}, ${now})
    on conflict on constraint push_subscriptions_endpoint_unique do update set
      id = case when s.user_id = excluded.user_id then s.id else excluded.id end, user_id = excluded.user_id,
      p256dh = excluded.p256dh, auth = excluded.auth, updated_at = excluded.updated_at`.execute(tx);
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by updated_at desc, id desc offset ${most})`.execute(
    tx,
  );
}

export async function deleteSubscriptions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${userId}`.execute(tx);
}

/** Devices that are gone, as long as nobody has registered them anew since. */
export async function dropSubscriptions(tx: Tx, ids: readonly string[], before: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from push_subscriptions where id = any(${[...ids]}::uuid[]) and updated_at <= ${before}`.execute(tx);
}

/** How many devices of a user take pushes, in SQL. */
export const devicesCount = (userId: string): string =>
  `(select count(*)::integer from push_subscriptions where user_id = ${userId})`;
