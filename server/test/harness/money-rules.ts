import { sql } from 'kysely';
import { promoViolations } from './promos.ts';
import { refundViolations } from './refunds.ts';
import { ledgerViolations } from './viewer.ts';
import type { World } from './world.ts';

/** Unlocks and what was paid for them, each with the other and of the same coins, open or taken back. */
async function unlockViolations({ database }: World): Promise<object[]> {
  const { rows } = await sql<object>`
    with opened as (
      select user_id, id, episode_id, coins, event_id from unlocks
      union all select user_id, id, episode_id, coins, event_id from reversed_unlocks)
    select 'is an unlock without its coins, or the other way round' as what, coalesce(o.id, e.id)::text as id
      from (select * from opened where coins > 0) o
      full join (select * from ledger.events where reason = 'unlock') e on e.id = o.event_id and e.user_id = o.user_id
      where o.id is null or e.id is null or o.coins <> -(e.paid_change + e.bonus_change)
        or e.ref_id <> o.episode_id::text
    union all
    select 'burned other coins than are open', n.user_id::text from ledger.entries n where n.account = 'sink_unlock'
      group by n.user_id having sum(n.amount) <>
        coalesce((select sum(u.coins) from unlocks u where u.user_id = n.user_id), 0)`.execute(database.db);
  return rows;
}

/** What the record tells of other than exactly once. */
async function auditViolations({ database }: World): Promise<object[]> {
  const { rows } = await sql<object>`
    with told as (
      select e.id::text as id, 'wallet.adjust' as action, 1 as times,
        (select count(*) from audit_log a where a.action = 'wallet.adjust' and a.target_type = 'user'
          and a.target_id = e.user_id::text and a.after->>'eventId' = e.id::text) as entries
        from ledger.events e where e.ref_type = 'adjustment'
      union all
      select t.id::text, 'purchase.complete', (t.status <> 'pending')::integer,
        (select count(*) from audit_log a where a.action = 'purchase.complete' and a.target_type = 'purchase'
          and a.target_id = t.id::text)
        from transactions t where t.kind = 'coin_pack'
      union all
      select t.id::text, 'purchase.refund',
        (select count(*) from refunds r where r.purchase_id = t.id and r.status = 'executed'),
        (select count(*) from audit_log a where a.action = 'purchase.refund' and a.target_type = 'purchase'
          and a.target_id = t.id::text)
        from transactions t
      union all
      select r.id::text, 'refund ' || r.status, 1,
        (select count(*) from audit_log a where a.target_type = 'refund' and a.target_id = r.id::text
          and a.action = case r.status when 'executed' then 'refund.execute' when 'rejected' then 'refund.reject'
            else 'refund.create' end)
        from refunds r where r.requested_by is not null
      union all
      select p.id::text, 'approval ' || p.status, 1,
        (select count(*) from audit_log a where a.target_type = 'approval' and a.target_id = p.id::text
          and a.action = case p.status when 'approved' then 'approval.approve' when 'rejected' then 'approval.reject'
            when 'cancelled' then 'approval.cancel' when 'expired' then 'approval.expire' else 'approval.request' end)
        from approvals p
      union all
      select u.id::text, 'user ' || u.status, (u.status <> 'active')::integer,
        (select count(*) from (
          select a.action from audit_log a where a.target_type = 'user' and a.target_id = u.id::text
            and a.action in ('user.suspend', 'user.ban', 'user.reactivate', 'user.anonymize')
          order by a.no desc limit 1) last where last.action <> 'user.reactivate')
        from users u)
    select action as what, id, times, entries from told where times <> entries`.execute(database.db);
  return rows;
}

/** What is never true of coins and money, as rows, wherever one looks. */
export async function moneyViolations(world: World): Promise<object[]> {
  const checks = [ledgerViolations, unlockViolations, refundViolations, promoViolations, auditViolations];
  const found: object[] = [];
  for (const check of checks) found.push(...(await check(world)));
  return found;
}
