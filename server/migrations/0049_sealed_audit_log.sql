-- compatible with 0027
-- The audit log is sealed in blocks like the ledger. Its entries get a number for that. Those that are there already get
-- theirs from a step of the housekeeping, because to write a large table anew would hold up everyone for minutes.

create sequence audit_log_no_seq;
-- A number is only given to a transaction that has its id: the sealing looks at both.
create function next_audit_no() returns bigint language plpgsql security definer set search_path = '' as $$
begin
  perform pg_current_xact_id();
  return nextval('public.audit_log_no_seq');
end $$;
revoke execute on function next_audit_no() from public;
grant execute on function next_audit_no() to cliffhanger_app;

alter table audit_log add column no bigint, alter column no set default next_audit_no();
alter sequence audit_log_no_seq owned by audit_log.no;
create unique index audit_log_no on audit_log (no) where no is not null;
create index audit_log_unnumbered on audit_log (created_at, id) where no is null;

-- An entry without a number may be given one, once, and nothing else.
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update on audit_log for each row
  when (old.no is not null or new.no is null or to_jsonb(new) - 'no' is distinct from to_jsonb(old) - 'no')
  execute function refuse_change();
create trigger audit_log_no_delete before delete on audit_log for each row execute function refuse_change();

create function number_audit_entries(most integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare numbered bigint;
begin
  update public.audit_log a set no = public.next_audit_no()
  from (select o.id from public.audit_log o where o.no is null order by o.created_at, o.id limit most for update skip locked) o
  where a.id = o.id;
  get diagnostics numbered = row_count;
  return numbered;
end $$;
revoke execute on function number_audit_entries(integer) from public;
grant execute on function number_audit_entries(integer) to cliffhanger_app;

-- Every column but the number.
revoke insert on audit_log from cliffhanger_app;
grant insert (id, action, admin_id, admin_email, target_type, target_id, reason, before, after, flags, request_id, ip,
  created_at) on audit_log to cliffhanger_app;

insert into sealed_chains (chain) values ('audit');

create function audit_lines(above bigint, up_to bigint, most integer) returns table (no bigint, line text)
language sql stable set search_path = '' as $$
  select a.no, '{"no":' || a.no || ',"id":"' || a.id || '","action":' || to_json(a.action)::text
    || ',"adminId":' || coalesce(to_json(a.admin_id)::text, 'null') || ',"adminEmail":' || to_json(a.admin_email)::text
    || ',"targetType":' || coalesce(to_json(a.target_type)::text, 'null')
    || ',"targetId":' || coalesce(to_json(a.target_id)::text, 'null')
    || ',"reason":' || coalesce(to_json(a.reason)::text, 'null')
    || ',"before":' || coalesce(a.before::text, 'null') || ',"after":' || coalesce(a.after::text, 'null')
    || ',"flags":' || a.flags::text || ',"requestId":' || coalesce(to_json(a.request_id)::text, 'null')
    || ',"ip":' || coalesce(to_json(a.ip)::text, 'null')
    || ',"createdAt":"' || to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'
  from public.audit_log a where a.no > above and a.no <= up_to order by a.no limit most
$$;
revoke execute on function audit_lines(bigint, bigint, integer) from public;
grant execute on function audit_lines(bigint, bigint, integer) to cliffhanger_app;

create or replace function chain_lines(chain text, above bigint, up_to bigint, most integer)
returns table (no bigint, line text) language plpgsql stable set search_path = '' as $$
begin
  if chain = 'audit' then
    return query select l.no, l.line from public.audit_lines(above, up_to, most) l;
  else
    return query select l.no, l.line from ledger.event_lines(above, up_to, most) l;
  end if;
end $$;

create or replace function last_no_of_chain(chain text) returns bigint language plpgsql set search_path = '' as $$
begin
  if chain = 'audit' then return (select s.last_value from public.audit_log_no_seq s); end if;
  return (select s.last_value from ledger.events_no_seq s);
end $$;

create or replace function chain_size_after(chain text, above bigint, most integer) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  if chain = 'audit' then
    return (select count(*) from (select from public.audit_log a where a.no > above limit most) l);
  end if;
  return (select count(*) from (select from ledger.events e where e.no > above limit most) l);
end $$;
