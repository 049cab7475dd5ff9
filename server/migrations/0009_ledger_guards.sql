-- The guards of the ledger look once at all that a statement wrote, where they looked at each row by itself.
-- They refuse what they always refused, and sooner: an event and its rows now come in one statement, and are judged at
-- its end. Why, and what it brings, is told in docs/decisions/0010.

alter table ledger.entries drop constraint entries_sealed;
drop trigger events_zero_sum on ledger.events;
drop function ledger.check_event();
drop trigger events_own_transaction on ledger.events;
drop trigger entries_own_transaction on ledger.entries;

-- What a row may hold at all is said by the types of its columns: the checks of a table are read anew by every statement
-- that writes to it, those of a type once.
alter table ledger.entries
  drop constraint entries_account, drop constraint entries_amount, drop constraint entries_no_overdraft,
  drop constraint entries_numbered;
create domain ledger.account as text constraint entries_account check (
  value in ('wallet_paid', 'wallet_bonus', 'source_promo', 'source_support_grant', 'source_refund', 'source_test',
    'source_bonus', 'sink_unlock', 'sink_refund', 'sink_fraud', 'sink_adjustment')
  or value ~ '^source_iap_[a-z0-9_]+$');
create domain ledger.amount as bigint constraint entries_amount check (value <> 0 and abs(value) <= 1000000000);
create domain ledger.total as bigint constraint entries_no_overdraft check (value >= 0);
alter table ledger.entries
  alter account type ledger.account, alter amount type ledger.amount, alter total type ledger.total;

-- Fewer indexes: an event's own number stands for it among those of its user, and for what came since the last proof
-- a coarse one is enough.
alter table ledger.events drop constraint events_pk;
alter table ledger.events add constraint events_pk primary key using index events_newest;
drop index ledger.events_no;
create index events_no on ledger.events using brin (no);

-- Rows belong to an event of their own transaction, which nobody else can name; only those of wallets are numbered;
-- the rows of an event net to zero; and each wallet row goes on from the one before it, because a book that was broken
-- once would stay so.
create function ledger.check_entries() returns trigger language plpgsql as $$
declare broken record;
begin
  select * into broken from (
    select n.event_id as event, case
        when bool_or(e.id is null) then 'entries_sealed'
        when bool_or(starts_with(n.account, 'wallet_') <> (n.seq is not null) or (n.seq is null) <> (n.total is null))
          then 'entries_numbered'
        when sum(n.amount) <> 0 or count(*) < 2 then 'ledger_zero_sum'
        when bool_or(n.seq <> coalesce(before.seq, 0) + 1 or n.total <> coalesce(before.total, 0) + n.amount)
          then 'ledger_chain' end as rule
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
create trigger entries_checked after insert on ledger.entries referencing new table as added
  for each statement execute function ledger.check_entries();

-- Events have rows, and a user. The user was a foreign key, which asks for each event by itself.
alter table ledger.events drop constraint events_user_fk;
create function ledger.check_events() returns trigger language plpgsql as $$
declare broken record;
begin
  select a.id as event, case when u.id is null then 'events_user_fk' else 'ledger_zero_sum' end as rule into broken
  from added a
  left join public.users u on u.id = a.user_id
  left join ledger.entries n on n.user_id = a.user_id and n.event_id = a.id
  where u.id is null or n.event_id is null;
  if found then
    raise exception 'event % breaks the rule %', broken.event, broken.rule using constraint = broken.rule,
      errcode = case broken.rule when 'events_user_fk' then '23503' else '23514' end;
  end if;
  return null;
end $$;
create trigger events_checked after insert on ledger.events referencing new table as added
  for each statement execute function ledger.check_events();

-- A spend takes coins and gives none.
create domain ledger.spend as bigint constraint spend_takes_coins check (value >= 0);

-- The one way in, with the same answers as before and fewer questions. Who is named twice in a call is refused, because
-- both movements would go on from the same row.
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
    insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id)
    select event_id, user_id, idem_key, reason, ref_type, ref_id from verdict where outcome = 'posted'),
  posted_entries as (
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
    select v.user_id, v.event_id, l.leg, l.account, l.amount, l.seq, l.total
    from verdict v cross join lateral (values
      (1, 'wallet_bonus', bonus_change, bonus_seq + 1, bonus_total + bonus_change),
      (2, counter_bonus, -bonus_change, null, null),
      (3, 'wallet_paid', paid_change, paid_seq + 1, paid_total + paid_change),
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
