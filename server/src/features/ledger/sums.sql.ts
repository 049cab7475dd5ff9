import { type RawBuilder, type SqlBool, sql } from 'kysely';

export interface SumSpan {
  readonly from: Date | undefined;
  readonly before: Date | undefined;
  /** What else must hold of the event `e`. */
  readonly conditions: readonly RawBuilder<SqlBool>[];
}

const day = sql<string>`(e.created_at at time zone 'UTC')::date`;

/**
 * Day, account and amount of what moved for the users in `members`, which the statement around it has to bring: on
 * wallets from the beginning on, by what the events say of themselves, and on sources and sinks in the span.
 */
export function sumsOfMembers({ from, before, conditions }: SumSpan): RawBuilder<unknown> {
  const until = sql.join([sql<SqlBool>`e.created_at < ${before}`, ...conditions], sql` and `);
  return sql`
    select d.day, w.account, w.amount::bigint
    from (
      select ${day} as day, sum(e.paid_change) as paid, sum(e.bonus_change) as bonus
      from ledger.events e join members m on m.user_id = e.user_id where ${until} group by 1) d
    cross join lateral (values ('wallet_paid', d.paid), ('wallet_bonus', d.bonus)) as w (account, amount)
    union all
    select ${day}, n.account::text, sum(n.amount)::bigint
    from ledger.events e
    join members m on m.user_id = e.user_id
    join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id and n.seq is null
    where e.created_at >= ${from} and ${until} group by 1, 2`;
}
