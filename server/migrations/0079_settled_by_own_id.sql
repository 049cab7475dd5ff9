-- compatible with 0027
-- The end of a snapshot is one past the last transaction that is over, so the newest one that is still open begins there
-- and was not waited for: what it wrote came into a block that was sealed already. An id of our own, taken after the
-- number was read, is above all that had one by then.
create or replace function settle_chain(which text) returns bigint language plpgsql set search_path = '' as $$
declare c public.sealed_chains;
begin
  select * into c from public.sealed_chains s where s.chain = which;
  if c.marked_xid <= pg_snapshot_xmin(pg_current_snapshot()) then
    c.settled_no := c.marked_no;
    c.marked_xid := null;
  end if;
  if c.marked_xid is null or c.marked_xid > pg_snapshot_xmax(pg_current_snapshot()) then
    c.marked_no := public.last_no_of_chain(which);
    c.marked_xid := pg_current_xact_id();
  end if;
  if c.marked_xid <= pg_snapshot_xmin(pg_current_snapshot()) then
    c.settled_no := c.marked_no;
  end if;
  update public.sealed_chains s set settled_no = c.settled_no, marked_no = c.marked_no, marked_xid = c.marked_xid
  where s.chain = which
    and (s.settled_no, s.marked_no, s.marked_xid) is distinct from (c.settled_no, c.marked_no, c.marked_xid);
  return c.settled_no;
end $$;
