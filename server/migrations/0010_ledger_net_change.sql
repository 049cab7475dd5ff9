-- Each event says by how much it changed either wallet, so that the newest movements of a user are one range of one
-- index. The entries stay the book: the guard of the entries refuses an event that says anything else than they do.

alter table ledger.events add paid_change bigint, add bonus_change bigint;

-- The table is written anew in its old order: an update would leave every row twice, and those of a user far apart.
create function ledger.change_of(whose uuid, event uuid, wallet text) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from ledger.entries
  where user_id = whose and event_id = event and account = wallet
$$;
alter table ledger.events
  alter paid_change type bigint using ledger.change_of(user_id, id, 'wallet_paid'),
  alter bonus_change type bigint using ledger.change_of(user_id, id, 'wallet_bonus'),
  alter paid_change set not null, alter bonus_change set not null;
drop function ledger.change_of(uuid, uuid, text);

-- As before, and two rules more. An event says what its rows add up to for each wallet. And the rows that a statement
-- writes for an event begin with the first, which is there once: no later statement can add to what was judged.
create or replace function ledger.check_entries() returns trigger language plpgsql as $$
declare broken record;
begin
  select * into broken from (
    select n.event_id as event, case
        when bool_or(e.id is null) then 'entries_sealed'
        when min(n.leg) <> 1 then 'entries_at_once'
        when bool_or(starts_with(n.account, 'wallet_') <> (n.seq is not null) or (n.seq is null) <> (n.total is null))
          then 'entries_numbered'
        when sum(n.amount) <> 0 or count(*) < 2 then 'ledger_zero_sum'
        when bool_or(n.seq <> coalesce(before.seq, 0) + 1 or n.total <> coalesce(before.total, 0) + n.amount)
          then 'ledger_chain'
        when max(e.paid_change) <> coalesce(sum(n.amount) filter (where n.account = 'wallet_paid'), 0)
          or max(e.bonus_change) <> coalesce(sum(n.amount) filter (where n.account = 'wallet_bonus'), 0)
          then 'events_change' end as rule
    from added n
    left join ledger.events e on e.id = n.event_id and e.user_id = n.user_id
      and e.xid = n.xid and e.xid = pg_current_xact_id()
    left join ledger.entries before on before.user_id = n.user_id and before.account = n.account
      and before.seq = n.seq - 1
    group by n.event_id) judged
  where rule is not null;
  if found then
    raise exception 'the rows of event % break the rule %', broken.event, broken.rule using constraint = broken.rule,
      errcode = case broken.rule when 'entries_sealed' then '23503' else '23514' end;
  end if;
  return null;
end $$;

-- The one way in, as it was, and it says the changes.
create or replace function ledger.post(items jsonb, wait boolean default true)
returns table (n integer, outcome text, event_id uuid, paid bigint, bonus bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare held uuid[];
begin
  if wait then
    select array_agg(l.id) into held
    from (select u.id from public.users u
      where u.id = any(array(select (e->>'user_id')::uuid from jsonb_array_elements(items) e))
      order by u.id for no key update) l;
  else
    select array_agg(l.id) into held
    from (select u.id from public.users u
      where u.id = any(array(select (e->>'user_id')::uuid from jsonb_array_elements(items) e))
      order by u.id for no key update skip locked) l;
  end if;
  -- Fewer than there are items: some are unknown or busy, or someone is named twice.
  if cardinality(held) is distinct from jsonb_array_length(items) then
    if jsonb_array_length(items) = 0 or exists (
      select from jsonb_array_elements(items) e group by (e->>'user_id')::uuid having count(*) > 1) then
      raise exception 'one movement for each user and call' using errcode = '22023';
    end if;
  end if;
  return query
  with item as (
    select x.*, x.user_id = any(coalesce(held, '{}')) as is_held
    from jsonb_to_recordset(items) as x (n integer, event_id uuid, idem_key text, user_id uuid, reason text,
      ref_type text, ref_id text, paid bigint, bonus bigint, spend ledger.spend, counter_paid text, counter_bonus text)),
  standing as (
    select i.*, coalesce(p.seq, 0) as paid_seq, coalesce(p.total, 0) as paid_total,
           coalesce(b.seq, 0) as bonus_seq, coalesce(b.total, 0) as bonus_total, e.id as done
    from item i
    left join lateral (select seq, total from ledger.entries
      where user_id = i.user_id and account = 'wallet_paid' and seq is not null order by seq desc limit 1) p on true
    left join lateral (select seq, total from ledger.entries
      where user_id = i.user_id and account = 'wallet_bonus' and seq is not null order by seq desc limit 1) b on true
    left join ledger.events e on e.user_id = i.user_id and e.idem_key = i.idem_key),
  split as (
    select s.*,
      case when spend is null then coalesce(s.bonus, 0) else -least(spend, bonus_total) end as bonus_change,
      case when spend is null then coalesce(s.paid, 0) else -(spend - least(spend, bonus_total)) end as paid_change
    from standing s),
  verdict as (
    select s.*, case
      when not is_held then case when exists (select from public.users u where u.id = s.user_id)
        then 'busy' else 'unknown_user' end
      when done is not null then 'replayed'
      when paid_total + paid_change < 0 or bonus_total + bonus_change < 0 then 'insufficient'
      when paid_change = 0 and bonus_change = 0 then 'nothing'
      else 'posted' end as outcome
    from split s),
  posted_events as (
    insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
    select event_id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change
    from verdict where outcome = 'posted'),
  posted_entries as (
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
    select v.user_id, v.event_id, l.leg, l.account, l.amount, l.seq, l.total
    from verdict v cross join lateral (values
      (1, 'wallet_bonus', bonus_change, bonus_seq + 1, bonus_total + bonus_change),
      (2, counter_bonus, -bonus_change, null, null),
      (case when bonus_change = 0 then 1 else 3 end, 'wallet_paid', paid_change, paid_seq + 1, paid_total + paid_change),
      (4, counter_paid, -paid_change, null, null)) l (leg, account, amount, seq, total)
    where v.outcome = 'posted' and l.amount <> 0),
  listed as (
    update public.user_balances t set balance_total = v.paid_total + v.bonus_total + v.paid_change + v.bonus_change
    from verdict v where v.outcome = 'posted' and t.user_id = v.user_id)
  select v.n, v.outcome, coalesce(v.done, case when v.outcome = 'posted' then v.event_id end),
         v.paid_total + case when v.outcome = 'posted' then v.paid_change else 0 end,
         v.bonus_total + case when v.outcome = 'posted' then v.bonus_change else 0 end
  from verdict v;
end $$;
