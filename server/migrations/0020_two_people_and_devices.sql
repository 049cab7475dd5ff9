-- compatible with 0019
-- Whose hand an admin's access came from, so that one person does not decide as two; a secret for each device of a guest;
-- and what an admin has granted in a day.

create table admin_access_changes (
  id uuid constraint admin_access_changes_pk primary key,
  admin_id uuid not null constraint admin_access_changes_admin_fk references admins,
  changed_by uuid not null constraint admin_access_changes_changed_by_fk references admins,
  change text not null constraint admin_access_changes_change check (change in ('created', 'role', 'password')),
  created_at timestamptz(3) not null default clock()
);
create index admin_access_changes_admin on admin_access_changes (admin_id, created_at);
create index admin_access_changes_changed_by on admin_access_changes (changed_by);
create trigger admin_access_changes_append_only before update or delete on admin_access_changes
  for each row execute function refuse_change();
create trigger admin_access_changes_no_truncate before truncate on admin_access_changes
  for each statement execute function refuse_change();
grant select, insert on admin_access_changes to cliffhanger_app;

-- Whether who decided had been made, promoted or reset by who asked, a short while before.
alter table approvals add column decider_bound boolean not null default false;
create index approvals_decider_bound on approvals (created_at, id) where decider_bound;

-- A hash. Guests from before have none: their tokens go on, and their next start without a token makes a new guest.
alter table user_devices add column secret_hash bytea
  constraint user_devices_secret_hash check (octet_length(secret_hash) = 32);

-- Coins that an admin granted without a second person, by UTC day. The row is locked while a grant is judged.
create table admin_grants_by_day (
  admin_id uuid constraint admin_grants_by_day_admin_fk references admins,
  day date,
  coins bigint not null default 0 constraint admin_grants_by_day_coins check (coins >= 0),
  constraint admin_grants_by_day_pk primary key (admin_id, day)
);
create index admin_grants_by_day_newest on admin_grants_by_day (day);
grant select, insert, update on admin_grants_by_day to cliffhanger_app;
