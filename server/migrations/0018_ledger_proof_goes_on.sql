-- compatible with 0016
-- The proof of the books is not held up by what an event says of itself, tells when it stands still, never goes past an
-- event that is wrong, and looks again at the row where it stopped.

-- Its work is done by events_by_time.
drop index ledger.events_adjustments;

-- Since when the proof has stood at the same number although there are events after it.
alter table ledger.proofs add column waiting_since timestamptz(3);

-- The proof may have gone past these events: once they are mended, their wallets are walked from the first row.
delete from ledger.proven p using ledger.breaks b where b.user_id = p.user_id and b.account is null;

-- Walks wallets on from where they were proven, by at most so many rows in all, and answers by how many. A wallet is
-- left before the first row that is wrong or belongs to a wrong event, and not walked at all where the row that was
-- proven last is not what it was. The caller has looked at the events whose numbers are in `judged`, all others are
-- looked at here. Rows are to come in the order of their index: anything else would read the whole rest of a wallet to
-- find the first of it.
drop function ledger.walk_wallets(uuid[], text[], bigint, integer);
create function ledger.walk_wallets(users uuid[], accounts text[], judged int8range, most integer) returns bigint
language plpgsql set search_path = '' set enable_bitmapscan = off set enable_seqscan = off as $$
declare walked bigint;
begin
  with start as materialized (
    select r.user_id, r.account, coalesce(p.seq, 0) as seq, coalesce(p.total, 0) as total, l.event_id,
      case when p.seq is distinct from l.seq then 'breaks the numbering'
        when p.total <> l.total then 'breaks the running total' end as wrong
    from unnest(users, accounts) as r (user_id, account)
    left join ledger.proven p on p.user_id = r.user_id and p.account = r.account
    left join lateral (
      select c.seq, c.total, c.event_id from ledger.entries c
      where c.user_id = r.user_id and c.account = r.account and c.seq is not null and c.seq <= p.seq
      order by c.seq desc limit 1) l on true),
  step as materialized (
    select s.user_id, s.account, s.seq as start_seq, s.total as start_total, n.seq, n.total, n.amount, n.event_id, n.xid
    from start s cross join lateral (
      select c.seq, c.total, c.amount, c.event_id, c.xid from ledger.entries c
      where c.user_id = s.user_id and c.account = s.account and c.seq is not null and c.seq > s.seq
      order by c.seq limit most) n
    where s.wrong is null limit most),
  expected as (
    select t.*, t.start_seq + row_number() over w as next_seq, t.start_total + sum(t.amount) over w as next_total
    from step t window w as (partition by t.user_id, t.account order by t.seq)),
  checked as materialized (
    select x.*, case when x.seq <> x.next_seq then 'breaks the numbering'
      when x.total <> x.next_total then 'breaks the running total' when x.total < 0 then 'is below zero' end as wrong
    from expected x),
  first_wrong as (
    select c.user_id, c.account, min(c.seq) as seq from checked c where c.wrong is not null group by c.user_id, c.account),
  following as materialized (
    select c.* from checked c left join first_wrong f on f.user_id = c.user_id and f.account = c.account
    where f.seq is null or c.seq < f.seq),
  unjudged as (
    select distinct f.user_id, f.event_id from following f
    left join ledger.events e on e.id = f.event_id and e.user_id = f.user_id and e.xid = f.xid
    where e.id is null or not e.no <@ judged),
  wrong_event as materialized (
    select w.user_id, w.event_id, w.what
    from (select array_agg(u.user_id) as users, array_agg(u.event_id) as events from unjudged u) a,
         ledger.wrong_events(a.users, a.events) w),
  first_of_wrong_event as (
    select f.user_id, f.account, min(f.seq) as seq from following f
    join wrong_event w on w.user_id = f.user_id and w.event_id = f.event_id group by f.user_id, f.account),
  reached as (
    insert into ledger.proven (user_id, account, seq, total)
    select distinct on (f.user_id, f.account) f.user_id, f.account, f.seq, f.total from following f
    left join first_of_wrong_event w on w.user_id = f.user_id and w.account = f.account
    where w.seq is null or f.seq < w.seq
    order by f.user_id, f.account, f.seq desc
    on conflict on constraint proven_pk do update set seq = excluded.seq, total = excluded.total),
  noted as (
    insert into ledger.breaks (user_id, event_id, what, account)
    -- Where no row is left that could be named, the event is nobody's.
    select s.user_id, coalesce(s.event_id, '00000000-0000-0000-0000-000000000000'), s.wrong, s.account
    from start s where s.wrong is not null
    union all
    select c.user_id, c.event_id, c.wrong, c.account from checked c
    join first_wrong f on f.user_id = c.user_id and f.account = c.account and f.seq = c.seq
    union all
    select w.user_id, w.event_id, w.what, null from wrong_event w
    on conflict do nothing)
  select count(*) into walked from step;
  return walked;
end $$;
revoke execute on function ledger.walk_wallets(uuid[], text[], int8range, integer) from public;

-- Proves the next events after those of the last verdict, at most so many, with the wallets that they moved, and gives
-- a verdict. Numbers are given before COMMIT, so only events below the first one that may still have unseen neighbours
-- are taken; a transaction is over within a minute. What an event says of itself holds up nothing: a transaction that
-- this cluster has not begun yet is one of another cluster, whose dump was restored here, and a time that lies ahead is
-- nobody's. A number beyond the last one given is not taken, else those until there would be passed over. `more` says
-- that there is something left to prove at once. A wallet with a long history that was never proven takes several
-- calls, none of which is longer than the others; one that is known to be broken, or whose owner has a wrong event, is
-- left to recheck().
create or replace function ledger.prove(most integer, out events bigint, out more boolean)
language plpgsql security definer set search_path = '' set enable_seqscan = off
set plan_cache_mode = 'force_custom_plan' as $$
declare
  last ledger.proofs; since bigint; newest bigint; up_to bigint; seen bigint; span bigint := most;
  rows_most integer := most * 4; settled timestamptz := public.clock() - interval '1 minute';
  ahead timestamptz := public.clock() + interval '1 minute'; users uuid[]; ids uuid[]; owners uuid[]; accounts text[];
begin
  -- One at a time: two would prove the same events.
  perform pg_advisory_xact_lock(hashtextextended('ledger.prove', 0));
  select s.last_value into newest from ledger.events_no_seq s;
  select * into last from ledger.proofs p order by p.no desc limit 1;
  since := least(coalesce(last.up_to_no, 0), newest);
  loop
    with candidate as materialized (
      select e.no, e.id, e.user_id, (e.created_at >= settled and e.created_at < ahead)
          or (e.xid >= pg_snapshot_xmin(pg_current_snapshot()) and e.xid < pg_snapshot_xmax(pg_current_snapshot()))
          as is_open
      from ledger.events e where e.no > since and e.no <= least(since + span, newest) order by e.no limit most)
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
        select from ledger.breaks b where b.user_id = n.user_id and (b.account is null or b.account = n.account))) w;
    if ledger.walk_wallets(owners, accounts, int8range(since, up_to, '(]'), rows_most) = rows_most then
      -- There may be more rows than fit: the same events are taken again, and their wallets from where they are now.
      events := 0;
      more := true;
    end if;
  end if;
  if events = 0 then up_to := since; end if;
  insert into ledger.proofs (holds, events, up_to_no, waiting_since, created_at)
  select not exists (select from ledger.breaks), prove.events, up_to,
    case when exists (select from ledger.events e where e.no > up_to)
      then coalesce(case when last.up_to_no = up_to then last.waiting_since end, public.clock()) end, public.clock();
  delete from ledger.proofs p where p.created_at < public.clock() - interval '30 days'
    and p.no < (select max(n.no) from ledger.proofs n);
end $$;

-- Looks again at what was found broken, those first that were not looked at for longest, and forgets what is mended. A
-- wallet is mended once it was walked to its end, an event once the wallets of its owner were.
create or replace function ledger.recheck(most integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  walked bigint; size integer; wallets text[]; is_broken boolean; b ledger.breaks;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.prove', 0));
  for b in select * from ledger.breaks order by checked_at limit most loop
    delete from ledger.breaks d
    where (d.user_id, d.event_id, d.what) = (b.user_id, b.event_id, b.what) and d.account is not distinct from b.account;
    insert into ledger.breaks (user_id, event_id, what, found_at)
    select w.user_id, w.event_id, w.what, b.found_at from ledger.wrong_events(array[b.user_id], array[b.event_id]) w
    on conflict do nothing;
    continue when found and b.account is null;
    wallets := case when b.account is null then array['wallet_paid', 'wallet_bonus'] else array[b.account] end;
    -- A few rows tell whether it is mended, and only then is the rest worth reading.
    foreach size in array array[20, 20000] loop
      walked := ledger.walk_wallets(array_fill(b.user_id, array[cardinality(wallets)]), wallets, 'empty', size);
      update ledger.breaks f set found_at = b.found_at where f.user_id = b.user_id and f.account = b.account;
      is_broken := exists (select from ledger.breaks f where f.user_id = b.user_id
        and (b.account is null or f.account is null or f.account = b.account));
      exit when is_broken or walked < size;
    end loop;
    if walked = size and not is_broken then
      insert into ledger.breaks select b.user_id, b.event_id, b.what, b.account, b.found_at, public.clock()
      on conflict do nothing;
    end if;
  end loop;
end $$;
