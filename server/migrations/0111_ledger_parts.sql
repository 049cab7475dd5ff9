-- compatible with 0109
-- One operation is one event of the ledger, also where its coins move for several reasons: a purchase with the coins of a
-- promo, a refund with the unlocks that it reverses. Rows without a cause of their own have the event's.
alter table ledger.entries add column reason text, add column ref_type text, add column ref_id text;

-- The lines of events whose rows have no cause of their own are as they were.
create or replace function ledger.event_lines(above bigint, up_to bigint, most integer)
returns table (no bigint, line text) language sql stable set search_path = '' set enable_seqscan = off as $$
  select e.no, '{"no":' || e.no || ',"id":"' || e.id || '","userId":"' || e.user_id || '","key":' || to_json(e.idem_key)::text
    || ',"reason":' || to_json(e.reason)::text || ',"refType":' || to_json(e.ref_type)::text || ',"refId":' || to_json(e.ref_id)::text
    || ',"createdAt":"' || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","paidChange":' || e.paid_change || ',"bonusChange":' || e.bonus_change
    || ',"entries":[' || coalesce(n.entries, '') || ']}'
  from (
    select * from ledger.events t where t.no > above and t.no <= up_to order by t.no limit most) e
  cross join lateral (
    select string_agg('{"leg":' || r.leg || ',"account":' || to_json(r.account::text)::text || ',"amount":' || r.amount
      || ',"seq":' || coalesce(r.seq::text, 'null') || ',"total":' || coalesce(r.total::text, 'null')
      || coalesce(',"reason":' || to_json(r.reason)::text, '') || coalesce(',"refType":' || to_json(r.ref_type)::text, '')
      || coalesce(',"refId":' || to_json(r.ref_id)::text, '') || '}', ','
      order by r.leg) as entries
    from ledger.entries r where r.user_id = e.user_id and r.event_id = e.id) n
  order by e.no
$$;

-- Posts one event of one user that is made of several pairs, in their order. The key is used once, as in ledger.post.
create function ledger.post_parts(event uuid, owner uuid, key text, cause jsonb, parts jsonb)
returns table (outcome text, event_id uuid, paid bigint, bonus bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform from public.users u where u.id = owner for no key update;
  if not found then
    return query select 'unknown_user'::text, null::uuid, 0::bigint, 0::bigint;
    return;
  end if;
  return query
  with held as materialized (
    select w.account, coalesce(n.seq, 0) as seq, coalesce(n.total, 0) as total
    from (values ('wallet_bonus'), ('wallet_paid')) w (account)
    left join lateral (select seq, total from ledger.entries
      where user_id = owner and account = w.account and seq is not null order by seq desc limit 1) n on true),
  part as materialized (
    select p.*, row_number() over (order by p.n) as leg,
      h.seq + row_number() over wallet as seq, h.total + sum(p.amount) over wallet as total
    from rows from (jsonb_to_recordset(parts) as (account text, counter text, amount bigint, reason text, ref_type text,
      ref_id text)) with ordinality as p (account, counter, amount, reason, ref_type, ref_id, n)
    join held h on h.account = p.account
    where p.amount <> 0
    window wallet as (partition by p.account order by p.n)),
  entry as materialized (
    select leg * 2 - 1 as leg, account, amount, seq, total, reason, ref_type, ref_id from part
    union all
    select leg * 2, counter, -amount, null, null, reason, ref_type, ref_id from part),
  change as (
    select coalesce(sum(amount) filter (where account = 'wallet_paid'), 0)::bigint as paid,
      coalesce(sum(amount) filter (where account = 'wallet_bonus'), 0)::bigint as bonus from part),
  verdict as materialized (
    select c.paid, c.bonus, e.id as done, case
      when e.id is not null then case
        when (e.reason, e.ref_type, e.ref_id) = (cause->>'reason', cause->>'ref_type', cause->>'ref_id') and not exists (
          select from entry full join (select * from ledger.entries where user_id = owner and event_id = e.id) o using (leg)
          where (entry.account, entry.amount, entry.reason, entry.ref_type, entry.ref_id)
            is distinct from (o.account::text, o.amount::bigint, o.reason, o.ref_type, o.ref_id))
        then 'replayed' else 'conflict' end
      when exists (select from part where total < 0) then 'insufficient'
      when not exists (select from part) then 'nothing'
      else 'posted' end as outcome
    from change c left join ledger.events e on e.user_id = owner and e.idem_key = key),
  posted_event as (
    insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
    select event, owner, key, cause->>'reason', cause->>'ref_type', cause->>'ref_id', v.paid, v.bonus
    from verdict v where v.outcome = 'posted'),
  posted_entries as (
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total, reason, ref_type, ref_id)
    select owner, event, n.leg, n.account, n.amount, n.seq, n.total, n.reason, n.ref_type, n.ref_id
    from entry n cross join verdict v where v.outcome = 'posted'),
  listed as (
    update public.user_balances t set balance_total = t.balance_total + v.paid + v.bonus
    from verdict v where v.outcome = 'posted' and t.user_id = owner)
  select v.outcome, coalesce(v.done, case when v.outcome = 'posted' then event end),
    (select total from held where account = 'wallet_paid') + case when v.outcome = 'posted' then v.paid else 0 end,
    (select total from held where account = 'wallet_bonus') + case when v.outcome = 'posted' then v.bonus else 0 end
  from verdict v;
end $$;
revoke execute on function ledger.post_parts(uuid, uuid, text, jsonb, jsonb) from public;
grant execute on function ledger.post_parts(uuid, uuid, text, jsonb, jsonb) to cliffhanger_app;

-- Also which event posted the coins: an event of its own before this release.
create or replace view multiplier_uses as
  select user_id, transaction_id, coins_granted, event_id from promo_redemptions where transaction_id is not null;

-- What an admin moves by hand is done once for good: the request that caused a refund, by its Idempotency-Key.
alter table refunds add column cause_id uuid;

-- What each admin refunded on a UTC day without a second person, in US cents.
create table admin_refunds_by_day (
  admin_id uuid not null constraint admin_refunds_by_day_admin_fk references admins (id),
  day date not null,
  usd_cents bigint not null constraint admin_refunds_by_day_usd_cents check (usd_cents >= 0),
  constraint admin_refunds_by_day_pk primary key (admin_id, day)
);
grant select, insert, update on admin_refunds_by_day to cliffhanger_app;
