import { type RawBuilder, sql } from 'kysely';
import type { TimelinePoint, TimelineSource } from './timeline.ts';

interface Row {
  id: string;
  at: Date;
  title: string;
  data: Record<string, unknown>;
}

type Read = (userId: string, before: TimelinePoint, limit: number) => RawBuilder<Row>;

/** Inside JSON the database writes moments in its own way; the service has one. */
const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const source = (type: string, read: Read): TimelineSource => ({
  type,
  list: async (db, userId, before, limit) => {
    const { rows } = await read(userId, before, limit).execute(db);
    return rows.map((row) => ({ ...row, type }));
  },
});

/** Coins in and out, as the wallet saw them. */
const coins = source(
  'coins',
  (userId, before, limit) => sql<Row>`
    select e.id, e.created_at as at, e.reason as title,
           json_build_object('eventId', e.id, 'refType', e.ref_type, 'refId', e.ref_id,
             'amount', e.paid_change + e.bonus_change) as data
    from ledger.events e
    where e.user_id = ${userId} and (e.created_at, e.id) < (${before.at}, ${before.id}::uuid)
    order by e.created_at desc, e.id desc limit ${limit}`,
);

const notes = source(
  'note',
  (userId, before, limit) => sql<Row>`
    select n.id, n.created_at as at, n.body as title, json_build_object('admin_email', a.email) as data
    from user_notes n join admins a on a.id = n.admin_id
    where n.user_id = ${userId} and n.deleted_at is null
      and (n.created_at, n.id) < (${before.at}, ${before.id}::uuid)
    order by n.created_at desc, n.id desc limit ${limit}`,
);

const subscriptions = source(
  'subscription',
  (userId, before, limit) => sql<Row>`
    select id, created_at as at, product_id as title,
           json_build_object('platform', platform, 'status', status, 'currentPeriodEnd', ${iso('current_period_end')}) as data
    from subscriptions
    where user_id = ${userId} and (created_at, id) < (${before.at}, ${before.id}::uuid)
    order by created_at desc, id desc limit ${limit}`,
);

/** What admins did to the user; who wrote a note is told by the note. */
const adminActs = source(
  'admin',
  (userId, before, limit) => sql<Row>`
    select id, created_at as at, action as title, json_build_object('admin_email', admin_email, 'reason', reason) as data
    from audit_log where target_type = 'user' and target_id = ${userId}
      and (created_at, id) < (${before.at}, ${before.id}::uuid) and action not in ('user.note', 'wallet.adjust')
    order by created_at desc, id desc limit ${limit}`,
);

export const supportSources: readonly TimelineSource[] = [coins, notes, subscriptions, adminActs];
