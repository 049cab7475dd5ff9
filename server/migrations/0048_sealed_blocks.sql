-- compatible with 0027
-- History that can be proven to a stranger: events are sealed in blocks, each with a hash over its text and over the hash
-- of the block before it. Who has kept one hash can tell whether anything up to there was changed since.

create table sealed_blocks (
  chain text not null constraint sealed_blocks_chain check (chain in ('ledger', 'audit')),
  no bigint not null constraint sealed_blocks_no check (no > 0),
  -- Every number in this range is of this block, also those that nobody was given: none can be put in later.
  from_no bigint not null,
  to_no bigint not null,
  size integer not null constraint sealed_blocks_size check (size > 0),
  previous_hash text not null constraint sealed_blocks_previous_hash check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null constraint sealed_blocks_hash check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz(3) not null default clock(),
  constraint sealed_blocks_pk primary key (chain, no),
  constraint sealed_blocks_range check (from_no <= to_no)
);
create unique index sealed_blocks_by_hash on sealed_blocks (chain, hash);
create trigger sealed_blocks_append_only before update or delete on sealed_blocks
  for each row execute function refuse_change();
create trigger sealed_blocks_no_truncate before truncate on sealed_blocks
  for each statement execute function refuse_change();
grant select on sealed_blocks to cliffhanger_app;

-- How far each chain has come. Numbers are given before COMMIT: `marked_no` was the last one given when transactions
-- before `marked_xid` had begun, and is settled once all of those are over.
create table sealed_chains (
  chain text constraint sealed_chains_pk primary key constraint sealed_chains_chain check (chain in ('ledger', 'audit')),
  settled_no bigint not null default 0,
  marked_no bigint not null default 0,
  marked_xid xid8,
  -- The block to look at next, when one was looked at last, and when all of them had been.
  next_block bigint not null default 1,
  checked_at timestamptz(3),
  all_checked_at timestamptz(3)
);
insert into sealed_chains (chain) values ('ledger');
grant select on sealed_chains to cliffhanger_app;

create table broken_blocks (
  chain text not null constraint broken_blocks_chain check (chain in ('ledger', 'audit')),
  no bigint not null,
  what text not null constraint broken_blocks_what check (what in ('changed', 'unlinked')),
  found_at timestamptz(3) not null default clock(),
  checked_at timestamptz(3) not null default clock(),
  constraint broken_blocks_pk primary key (chain, no)
);
grant select on broken_blocks to cliffhanger_app;


-- The events with numbers after `above` and up to `up_to`, in order, at most so many: each as one line of JSON.
create function ledger.event_lines(above bigint, up_to bigint, most integer) returns table (no bigint, line text)
language sql stable set search_path = '' set enable_seqscan = off as $$
  select e.no, '{"no":' || e.no || ',"id":"' || e.id || '","userId":"' || e.user_id || '","key":' || to_json(e.idem_key)::text
    || ',"reason":' || to_json(e.reason)::text || ',"refType":' || to_json(e.ref_type)::text || ',"refId":' || to_json(e.ref_id)::text
    || ',"createdAt":"' || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","paidChange":' || e.paid_change || ',"bonusChange":' || e.bonus_change
    || ',"entries":[' || coalesce(n.entries, '') || ']}'
  from (
    select * from ledger.events t where t.no > above and t.no <= up_to order by t.no limit most) e
  cross join lateral (
    select string_agg('{"leg":' || r.leg || ',"account":' || to_json(r.account::text)::text || ',"amount":' || r.amount
      || ',"seq":' || coalesce(r.seq::text, 'null') || ',"total":' || coalesce(r.total::text, 'null') || '}', ','
      order by r.leg) as entries
    from ledger.entries r where r.user_id = e.user_id and r.event_id = e.id) n
  order by e.no
$$;
revoke execute on function ledger.event_lines(bigint, bigint, integer) from public;
grant execute on function ledger.event_lines(bigint, bigint, integer) to cliffhanger_app;

-- What a chain is made of, and the last number that was given there.
create function chain_lines(chain text, above bigint, up_to bigint, most integer) returns table (no bigint, line text)
language plpgsql stable set search_path = '' as $$
begin
  return query select l.no, l.line from ledger.event_lines(above, up_to, most) l;
end $$;
revoke execute on function chain_lines(text, bigint, bigint, integer) from public;
grant execute on function chain_lines(text, bigint, bigint, integer) to cliffhanger_app;

create function last_no_of_chain(chain text) returns bigint language plpgsql set search_path = '' as $$
begin
  return (select s.last_value from ledger.events_no_seq s);
end $$;
revoke execute on function last_no_of_chain(text) from public;

-- How many there are after a number; counts no further than `most`.
create function chain_size_after(chain text, above bigint, most integer) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return (select count(*) from (select from ledger.events e where e.no > above limit most) l);
end $$;
revoke execute on function chain_size_after(text, bigint, integer) from public;
grant execute on function chain_size_after(text, bigint, integer) to cliffhanger_app;

-- The first line of a block. Its hash is the SHA-256 of this line and those of its events, each with a line feed.
create function block_header(b sealed_blocks) returns text language sql stable set search_path = '' as $$
  select '{"chain":"' || b.chain || '","no":' || b.no || ',"fromNo":' || b.from_no || ',"toNo":' || b.to_no
    || ',"size":' || b.size || ',"previousHash":"' || b.previous_hash || '","sealedAt":"'
    || to_char(b.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'
$$;
revoke execute on function block_header(sealed_blocks) from public;
grant execute on function block_header(sealed_blocks) to cliffhanger_app;

create function block_hash(text text) returns text language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(text, 'UTF8')), 'hex')
$$;
revoke execute on function block_hash(text) from public;

-- The text of a block as its events are now. Before the first block there is nothing, whatever its number. One line more
-- than there were is enough to tell that there are more.
create function block_text(b sealed_blocks) returns text language plpgsql stable set search_path = '' as $$
begin
  return public.block_header(b) || e'\n' || coalesce((
    select string_agg(l.line || e'\n', '' order by l.no)
    from public.chain_lines(b.chain, case when b.no = 1 then -9223372036854775808 else b.from_no - 1 end,
      b.to_no, b.size + 1) l), '');
end $$;
revoke execute on function block_text(sealed_blocks) from public;
grant execute on function block_text(sealed_blocks) to cliffhanger_app;

-- Up to which number everything is over that may still come. A number is only given to a transaction that has its id
-- by then, so the number is read first and the transactions second. An id that this cluster has not come to yet was
-- noted by another one, whose dump was restored here.
create function settle_chain(which text) returns bigint language plpgsql set search_path = '' as $$
declare c public.sealed_chains;
begin
  select * into c from public.sealed_chains s where s.chain = which;
  if c.marked_xid <= pg_snapshot_xmin(pg_current_snapshot()) then
    c.settled_no := c.marked_no;
    c.marked_xid := null;
  end if;
  if c.marked_xid is null or c.marked_xid > pg_snapshot_xmax(pg_current_snapshot()) then
    c.marked_no := public.last_no_of_chain(which);
    c.marked_xid := pg_snapshot_xmax(pg_current_snapshot());
  end if;
  if c.marked_xid <= pg_snapshot_xmin(pg_current_snapshot()) then
    c.settled_no := c.marked_no;
  end if;
  update public.sealed_chains s set settled_no = c.settled_no, marked_no = c.marked_no, marked_xid = c.marked_xid
  where s.chain = which
    and (s.settled_no, s.marked_no, s.marked_xid) is distinct from (c.settled_no, c.marked_no, c.marked_xid);
  return c.settled_no;
end $$;
revoke execute on function settle_chain(text) from public;

-- Seals the next block, of at most so many events. `more` says that there is something left: at once if a block was
-- sealed, else when those who write at this moment have finished.
create function seal_block(which text, most integer, out sealed bigint, out more boolean)
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  head public.sealed_blocks; b public.sealed_blocks; settled bigint; lines text; up_to bigint; span bigint := most;
begin
  sealed := 0;
  more := false;
  -- One at a time, and nobody waits: whoever comes second finds it done.
  if not pg_try_advisory_xact_lock(hashtextextended('seal_block ' || which, 0)) then return; end if;
  settled := public.settle_chain(which);
  select * into head from public.sealed_blocks s where s.chain = which order by s.no desc limit 1;
  b.from_no := coalesce(head.to_no, 0) + 1;
  while b.from_no <= settled loop
    up_to := least(b.from_no - 1 + span, settled);
    select count(*), max(l.no), string_agg(l.line || e'\n', '' order by l.no) into b.size, b.to_no, lines
    from public.chain_lines(which, b.from_no - 1, up_to, most) l;
    -- Numbers whose transactions were undone may leave a gap of any width.
    exit when b.size > 0 or up_to = settled;
    span := span * 8;
  end loop;
  if b.size > 0 then
    if b.size < most then b.to_no := up_to; end if;
    b.chain := which;
    b.no := coalesce(head.no, 0) + 1;
    b.previous_hash := coalesce(head.hash, repeat('0', 64));
    b.sealed_at := public.clock();
    b.hash := public.block_hash(public.block_header(b) || e'\n' || lines);
    insert into public.sealed_blocks select b.*;
    sealed := b.size;
  end if;
  more := case when sealed > 0 then b.to_no else settled end < public.last_no_of_chain(which);
end $$;
revoke execute on function seal_block(text, integer) from public;
grant execute on function seal_block(text, integer) to cliffhanger_app;

-- What is wrong with a block: `changed` where its events do not give its hash, `unlinked` where it does not go on from
-- the block before it.
create function wrong_with_block(b sealed_blocks) returns text language plpgsql stable set search_path = '' as $$
declare before public.sealed_blocks;
begin
  if public.block_hash(public.block_text(b)) <> b.hash then return 'changed'; end if;
  select * into before from public.sealed_blocks s where s.chain = b.chain and s.no = b.no - 1;
  return case when (b.previous_hash, b.from_no) is distinct from
    (case when b.no = 1 then repeat('0', 64) else before.hash end, coalesce(before.to_no, 0) + 1) then 'unlinked' end;
end $$;
revoke execute on function wrong_with_block(sealed_blocks) from public;

create function note_check(b sealed_blocks) returns void language plpgsql set search_path = '' as $$
declare wrong text := public.wrong_with_block(b);
begin
  if wrong is null then
    delete from public.broken_blocks k where k.chain = b.chain and k.no = b.no;
  else
    insert into public.broken_blocks as k (chain, no, what) values (b.chain, b.no, wrong)
    on conflict on constraint broken_blocks_pk do update set what = excluded.what, checked_at = excluded.checked_at;
  end if;
end $$;
revoke execute on function note_check(sealed_blocks) from public;

-- Looks at blocks again: a few of those that were broken, of which it forgets the mended ones, and the next ones in
-- turn until they hold so many events or are 300. After the last block it begins anew with the first.
create function check_blocks(which text, most bigint, out checked bigint, out is_round_over boolean)
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare b public.sealed_blocks; next_no bigint; budget bigint := most;
begin
  checked := 0;
  is_round_over := false;
  if not pg_try_advisory_xact_lock(hashtextextended('check_blocks ' || which, 0)) then return; end if;
  for b in
    select s.* from public.sealed_blocks s where s.chain = which and s.no in (
      select k.no from public.broken_blocks k where k.chain = which order by k.checked_at limit 5)
  loop
    perform public.note_check(b);
  end loop;
  select c.next_block into next_no from public.sealed_chains c where c.chain = which;
  for b in select s.* from public.sealed_blocks s where s.chain = which and s.no >= next_no order by s.no limit 300 loop
    perform public.note_check(b);
    checked := checked + 1;
    next_no := b.no + 1;
    budget := budget - b.size;
    exit when budget <= 0;
  end loop;
  is_round_over := not exists (select from public.sealed_blocks s where s.chain = which and s.no >= next_no);
  update public.sealed_chains c set checked_at = public.clock(),
    next_block = case when is_round_over then 1 else next_no end,
    all_checked_at = case when is_round_over then public.clock() else c.all_checked_at end
  where c.chain = which;
end $$;
revoke execute on function check_blocks(text, bigint) from public;
grant execute on function check_blocks(text, bigint) to cliffhanger_app;
