-- compatible with 0021
-- Who acted, and when, is for the database to say, and not for whoever writes an entry: a trigger, and not a function to
-- call instead of INSERT, because the release before goes on writing during a rollout.

-- Whether entries may be written with times in the past, as the demo does. Only the owner changes it, at each start.
create table audit_settings (
  only_row boolean default true constraint audit_settings_pk primary key constraint audit_settings_only_row check (only_row),
  past_times boolean not null default false
);
insert into audit_settings default values;

create function check_audit_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.created_at is distinct from public.clock() and (new.created_at is null or new.created_at > public.clock()
    or not (select s.past_times from public.audit_settings s)) then
    new.created_at := public.clock();
  end if;
  if new.admin_id is not null then
    select a.email into new.admin_email from public.admins a where a.id = new.admin_id;
  elsif new.admin_email <> 'system' then
    raise exception 'an audit entry of nobody’s is the system’s' using errcode = '42501';
  end if;
  return new;
end $$;
revoke execute on function check_audit_entry() from public;
create trigger audit_log_checked before insert on audit_log for each row execute function check_audit_entry();
