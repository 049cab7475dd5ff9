-- A key that was used before is compared with what it moved, and the proof of the books goes forward from where each
-- wallet was proven last, in steps of a bounded size.

-- The one way in, as it was, and a key that was used before is replayed only where it stands for the very same movement:
-- the same coins, accounts, reason and reference. Anything else is a conflict, which moves nothing.
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
      when done is not null then case when exists (
        select from ledger.events e
        where e.user_id = s.user_id and e.id = s.done
          and (e.reason, e.ref_type, e.ref_id) = (s.reason, s.ref_type, s.ref_id)
          and case when s.spend is null
            then (e.paid_change, e.bonus_change) = (coalesce(s.paid, 0), coalesce(s.bonus, 0))
            else greatest(e.paid_change, e.bonus_change) <= 0 and e.paid_change + e.bonus_change = -s.spend end
          and not exists (select from ledger.entries o
            where o.user_id = e.user_id and o.event_id = e.id and o.seq is null
              and o.account is distinct from case o.leg when 2 then s.counter_bonus else s.counter_paid end))
        then 'replayed' else 'conflict' end
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

-- Where each wallet stands in the proof: every row up to this one was found right. The total is kept beside the number,
-- so that a newest row which is changed after its proof is found at the next movement.
create table ledger.proven (
  user_id uuid not null,
  account ledger.account not null,
  seq integer not null,
  total ledger.total not null,
  constraint proven_pk primary key (user_id, account)
) with (fillfactor = 80);

-- What the proof found and nobody has mended yet.
create table ledger.breaks (
  user_id uuid not null,
  event_id uuid not null,
  what text not null,
  -- The wallet whose rows do not follow each other; null where the event itself is wrong.
  account text,
  found_at timestamptz(3) not null default clock(),
  checked_at timestamptz(3) not null default clock(),
  constraint breaks_once unique nulls not distinct (user_id, event_id, what, account)
);
create index breaks_checked on ledger.breaks (checked_at);
grant select on ledger.breaks to cliffhanger_app;

-- What the last verdict had found is looked at again. It did not say in which wallet rows do not follow each other.
insert into ledger.breaks (user_id, event_id, what, account)
select (b->>'userId')::uuid, (b->>'eventId')::uuid, b->>'what', w.account
from (select breaks from ledger.proofs order by up_to_no desc, created_at desc, id desc limit 1) p
cross join jsonb_array_elements(p.breaks) b
left join unnest(array['wallet_paid', 'wallet_bonus']) as w (account)
  on b->>'what' in ('breaks the numbering', 'breaks the running total', 'is below zero')
on conflict do nothing;

-- Verdicts are numbered in the order in which they are given, and given by the database alone.
alter table ledger.proofs drop column id, drop column breaks;
alter table ledger.proofs add no bigint generated always as identity constraint proofs_pk primary key;
revoke insert on ledger.proofs from cliffhanger_app;
-- How far the proof is behind is told by the number that was given last.
grant select on sequence ledger.events_no_seq to cliffhanger_app;
-- Else the newest pages would be read whole at each look until someone vacuums.
alter index ledger.events_no set (autosummarize = on);
select brin_summarize_new_values('ledger.events_no');

-- What is wrong with these events by themselves.
create function ledger.wrong_events(users uuid[], events uuid[]) returns table (user_id uuid, event_id uuid, what text)
language sql stable set search_path = '' as $$
  select r.user_id, r.event_id, w.what
  from unnest(users, events) as r (user_id, event_id)
  left join ledger.events e on e.id = r.event_id and e.user_id = r.user_id
  cross join lateral (
    select count(*) as legs, coalesce(sum(n.amount), 0) as net, bool_or(n.xid is distinct from e.xid) as strange,
           coalesce(sum(n.amount) filter (where n.account = 'wallet_paid'), 0) as paid,
           coalesce(sum(n.amount) filter (where n.account = 'wallet_bonus'), 0) as bonus
    from ledger.entries n where n.user_id = r.user_id and n.event_id = r.event_id) s
  cross join lateral (values
    ('has no rows', e.id is not null and s.legs = 0),
    ('does not net to zero', s.net <> 0 or s.legs = 1),
    ('has rows from elsewhere', s.strange),
    ('says another change than its rows', (e.paid_change, e.bonus_change) <> (s.paid, s.bonus))) w (what, is_so)
  where w.is_so
$$;
revoke execute on function ledger.wrong_events(uuid[], uuid[]) from public;

-- Walks wallets on from where they were proven, by at most so many rows in all, and answers by how many. A wallet whose
-- rows stop following each other is left before the first that is wrong. Events up to `since` were proven before: that
-- they are met here means that a row was added to them, so they are looked at again. Rows are to come in the order of
-- their index: anything else would read the whole rest of a wallet to find the first of it.
create function ledger.walk_wallets(users uuid[], accounts text[], since bigint, most integer) returns bigint
language plpgsql set search_path = '' set enable_bitmapscan = off set enable_seqscan = off as $$
declare walked bigint;
begin
  with start as (
    select r.user_id, r.account, coalesce(p.seq, 0) as seq, coalesce(p.total, 0) as total
    from unnest(users, accounts) as r (user_id, account)
    left join ledger.proven p on p.user_id = r.user_id and p.account = r.account),
  step as materialized (
    select s.user_id, s.account, s.seq as start_seq, s.total as start_total, n.seq, n.total, n.amount, n.event_id, n.xid
    from start s cross join lateral (
      select c.seq, c.total, c.amount, c.event_id, c.xid from ledger.entries c
      where c.user_id = s.user_id and c.account = s.account and c.seq is not null and c.seq > s.seq
      order by c.seq limit most) n
    limit most),
  expected as (
    select t.*, t.start_seq + row_number() over w as next_seq, t.start_total + sum(t.amount) over w as next_total
    from step t window w as (partition by t.user_id, t.account order by t.seq)),
  judged as materialized (
    select x.*, case when x.seq <> x.next_seq then 'breaks the numbering'
      when x.total <> x.next_total then 'breaks the running total' when x.total < 0 then 'is below zero' end as wrong
    from expected x),
  stop as (
    select j.user_id, j.account, min(j.seq) as seq from judged j where j.wrong is not null group by j.user_id, j.account),
  right_rows as materialized (
    select j.* from judged j left join stop s on s.user_id = j.user_id and s.account = j.account
    where s.seq is null or j.seq < s.seq),
  reached as (
    insert into ledger.proven (user_id, account, seq, total)
    select distinct on (r.user_id, r.account) r.user_id, r.account, r.seq, r.total from right_rows r
    order by r.user_id, r.account, r.seq desc
    on conflict on constraint proven_pk do update set seq = excluded.seq, total = excluded.total),
  met_again as (
    select distinct r.user_id, r.event_id from right_rows r
    left join ledger.events e on e.id = r.event_id and e.user_id = r.user_id and e.xid = r.xid
    where e.id is null or e.no <= since),
  noted as (
    insert into ledger.breaks (user_id, event_id, what, account)
    select j.user_id, j.event_id, j.wrong, j.account from judged j
    join stop s on s.user_id = j.user_id and s.account = j.account and s.seq = j.seq
    union all
    select b.user_id, b.event_id, b.what, null
    from (select array_agg(o.user_id) as users, array_agg(o.event_id) as events from met_again o) a,
         ledger.wrong_events(a.users, a.events) b
    on conflict do nothing)
  select count(*) into walked from step;
  return walked;
end $$;
revoke execute on function ledger.walk_wallets(uuid[], text[], bigint, integer) from public;

-- Proves the next events after those of the last verdict, at most so many, with the wallets that they moved, and gives
-- a verdict. Numbers are given before COMMIT, so only events below the first one that may still have unseen neighbours
-- are taken; a transaction is over within a minute. `more` says that there is something left to prove at once. A wallet
-- with a long history that was never proven takes several calls, none of which is longer than the others; one that is
-- known to be broken is left to recheck().
create function ledger.prove(most integer, out events bigint, out more boolean)
language plpgsql security definer set search_path = '' set enable_seqscan = off
set plan_cache_mode = 'force_custom_plan' as $$
declare
  since bigint; newest bigint; up_to bigint; seen bigint; span bigint := most; rows_most integer := most * 4;
  settled timestamptz := public.clock() - interval '1 minute'; users uuid[]; ids uuid[]; owners uuid[]; accounts text[];
begin
  -- One at a time: two would prove the same events.
  perform pg_advisory_xact_lock(hashtextextended('ledger.prove', 0));
  since := coalesce((select p.up_to_no from ledger.proofs p order by p.no desc limit 1), 0);
  select s.last_value into newest from ledger.events_no_seq s;
  loop
    with candidate as materialized (
      select e.no, e.id, e.user_id,
             e.created_at >= settled or e.xid >= pg_snapshot_xmin(pg_current_snapshot()) as is_open
      from ledger.events e where e.no > since and e.no <= since + span order by e.no limit most)
    select (select count(*) from candidate), count(*), max(c.no), array_agg(c.user_id), array_agg(c.id)
    into seen, events, up_to, users, ids
    from candidate c
    where c.no < coalesce((select min(o.no) from candidate o where o.is_open), 9223372036854775807);
    -- Numbers whose transactions were undone may leave a gap of any width.
    exit when seen > 0 or since + span >= newest;
    span := span * 8;
  end loop;
  more := events > 0 and events = seen and up_to < newest;
  if events > 0 then
    insert into ledger.breaks (user_id, event_id, what)
    select w.user_id, w.event_id, w.what from ledger.wrong_events(users, ids) w on conflict do nothing;
    select array_agg(w.user_id), array_agg(w.account) into owners, accounts from (
      select distinct n.user_id, n.account::text as account
      from unnest(users, ids) as r (user_id, event_id)
      join ledger.entries n on n.user_id = r.user_id and n.event_id = r.event_id
      where n.seq is not null and not exists (
        select from ledger.breaks b where b.user_id = n.user_id and b.account = n.account)) w;
    if ledger.walk_wallets(owners, accounts, since, rows_most) = rows_most then
      -- There may be more rows than fit: the same events are taken again, and their wallets from where they are now.
      events := 0;
      more := true;
    end if;
  end if;
  insert into ledger.proofs (holds, events, up_to_no, created_at)
  values (not exists (select from ledger.breaks), events, case when events > 0 then up_to else since end, public.clock());
  delete from ledger.proofs p where p.created_at < public.clock() - interval '30 days'
    and p.no < (select max(n.no) from ledger.proofs n);
end $$;
revoke execute on function ledger.prove(integer) from public;
grant execute on function ledger.prove(integer) to cliffhanger_app;

-- Looks again at what was found broken, those first that were not looked at for longest, and forgets what is mended. A
-- wallet is mended once it was walked to its end.
create function ledger.recheck(most integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  since bigint; walked bigint; size integer; b ledger.breaks;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.prove', 0));
  since := coalesce((select p.up_to_no from ledger.proofs p order by p.no desc limit 1), 0);
  for b in select * from ledger.breaks order by checked_at limit most loop
    delete from ledger.breaks d
    where (d.user_id, d.event_id, d.what) = (b.user_id, b.event_id, b.what) and d.account is not distinct from b.account;
    walked := 0;
    -- A few rows tell whether it is mended, and only then is the rest worth reading.
    foreach size in array case when b.account is null then '{}'::integer[] else array[20, 20000] end loop
      walked := ledger.walk_wallets(array[b.user_id], array[b.account], since, size);
      update ledger.breaks f set found_at = b.found_at where f.user_id = b.user_id and f.account = b.account;
      exit when found or walked < size;
    end loop;
    insert into ledger.breaks (user_id, event_id, what, found_at)
    select w.user_id, w.event_id, w.what, b.found_at from ledger.wrong_events(array[b.user_id], array[b.event_id]) w
    on conflict do nothing;
    if walked = size then
      insert into ledger.breaks select b.user_id, b.event_id, b.what, b.account, b.found_at, public.clock()
      on conflict do nothing;
    end if;
  end loop;
end $$;
revoke execute on function ledger.recheck(integer) from public;
grant execute on function ledger.recheck(integer) to cliffhanger_app;
