-- The foundation: the clock, the people who hold the keys, and the record of what they did.

revoke all on schema public from public;
grant usage on schema public to cliffhanger_app;
-- Without a schema: the right that everyone has by default cannot be taken away for one schema alone.
alter default privileges revoke execute on functions from public;

-- One clock for every process. The tests replace it.
create function clock() returns timestamptz(3) stable language sql
  return date_trunc('milliseconds', now());
grant execute on function clock() to cliffhanger_app;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

create table roles (
  id uuid constraint roles_pk primary key,
  name text not null,
  description text not null default '',
  permissions text[] not null,
  is_system boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3),
  constraint roles_only_system_roles_hold_all check (is_system or not ('*' = any (permissions)))
);
create unique index roles_name_unique on roles (lower(name)) where deleted_at is null;
-- A built-in role stays what it is: without this the last superadmin could be lost by renaming the role.
create function keep_system_role() returns trigger language plpgsql as $$
begin
  raise exception 'the built-in role % stays', old.name using errcode = '23514', constraint = 'roles_system_stays';
end $$;
create trigger roles_system_stays before update on roles for each row
  when (old.is_system and (new.name <> old.name or not new.is_system or new.deleted_at is not null))
  execute function keep_system_role();
grant select, insert, update on roles to cliffhanger_app;

create table admins (
  id uuid constraint admins_pk primary key,
  email text not null,
  name text not null,
  role_id uuid not null constraint admins_role_fk references roles,
  password_hash text not null,
  is_active boolean not null default true,
  must_reset_password boolean not null default false,
  token_version integer not null default 1,
  revision integer not null default 1,
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3)
);
-- A deleted admin's email may be used again.
create unique index admins_email_unique on admins (lower(email)) where deleted_at is null;
create index admins_role on admins (role_id);
create index admins_newest on admins (created_at, id) where deleted_at is null;
grant select, insert, update on admins to cliffhanger_app;

-- Counting before writing is not enough: two superadmins who disable each other at once would both count two.
-- The lock makes them come one after the other, and the second sees what the first has done.
create function keep_a_superadmin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_a_superadmin'));
  if not exists (
    select from admins a join roles r on r.id = a.role_id
    where r.name = 'superadmin' and r.is_system and a.is_active and a.deleted_at is null
  ) then
    raise exception 'the last active superadmin stays'
      using errcode = '23514', constraint = 'admins_keep_a_superadmin';
  end if;
  return null;
end $$;
create constraint trigger admins_keep_a_superadmin
  after update of role_id, is_active, deleted_at or delete on admins
  deferrable initially deferred for each row execute function keep_a_superadmin();

-- A sign-in. A token without a row here is judged by its signature and version alone; one that was revoked is refused.
create table admin_sessions (
  id uuid constraint admin_sessions_pk primary key,
  admin_id uuid not null constraint admin_sessions_admin_fk references admins,
  ip text,
  user_agent text,
  second_factor_at timestamptz(3),
  created_at timestamptz(3) not null default clock(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index admin_sessions_admin on admin_sessions (admin_id, created_at);
create index admin_sessions_expiry on admin_sessions (expires_at);
grant select, insert, update, delete on admin_sessions to cliffhanger_app;

-- Failed sign-ins, counted here so that all processes count together. The key is a hash of email and address.
create table sign_in_failures (
  id uuid constraint sign_in_failures_pk primary key,
  throttle_key bytea not null,
  created_at timestamptz(3) not null default clock()
);
create index sign_in_failures_key on sign_in_failures (throttle_key, created_at);
create index sign_in_failures_age on sign_in_failures (created_at);
grant select, insert, delete on sign_in_failures to cliffhanger_app;

-- The second factor. `secret` is sealed with a key that is not in the database; codes are hashes.
create table admin_second_factors (
  admin_id uuid constraint admin_second_factors_pk primary key
    constraint admin_second_factors_admin_fk references admins,
  secret text not null,
  recovery_codes text[] not null default '{}',
  last_step bigint not null default 0,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default clock()
);
grant select, insert, update, delete on admin_second_factors to cliffhanger_app;

-- What was done, by whom, and why. Written in the transaction of the change; never changed, never removed.
create table audit_log (
  id uuid constraint audit_log_pk primary key,
  action text not null,
  admin_id uuid constraint audit_log_admin_fk references admins,
  admin_email text not null,
  target_type text,
  target_id text,
  reason text,
  before jsonb,
  after jsonb,
  flags jsonb not null default '{}',
  request_id text,
  ip text,
  created_at timestamptz(3) not null default clock()
);
create index audit_log_newest on audit_log (created_at, id);
create index audit_log_action on audit_log (action, created_at, id);
create index audit_log_admin on audit_log (admin_id, created_at, id);
create index audit_log_target on audit_log (target_type, target_id, created_at, id);
create index audit_log_request on audit_log (request_id);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
grant select, insert on audit_log to cliffhanger_app;

-- First answers, kept for a day, so that a repeated request is answered alike and done once.
create table idempotency_keys (
  caller text not null,
  key text not null,
  fingerprint bytea not null,
  status integer not null,
  headers jsonb not null constraint idempotency_keys_headers check (jsonb_typeof(headers) = 'array'),
  body text not null,
  created_at timestamptz(3) not null default clock(),
  constraint idempotency_keys_pk primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create trigger idempotency_keys_fixed before update on idempotency_keys
  for each row execute function refuse_change();
grant select, insert, delete on idempotency_keys to cliffhanger_app;
