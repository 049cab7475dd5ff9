-- Two people for what is dangerous, work that runs by the clock, and messages to the world outside.

create table approvals (
  id uuid constraint approvals_pk primary key,
  kind text not null,
  status text not null default 'pending'
    constraint approvals_status check (status in ('pending', 'approved', 'rejected', 'cancelled', 'expired')),
  reason text not null,
  target_type text not null,
  target_id text not null,
  payload jsonb not null,
  effects jsonb not null,
  required_permission text not null,
  requested_by uuid not null constraint approvals_requested_by_fk references admins,
  decided_by uuid constraint approvals_decided_by_fk references admins,
  decision_note text,
  result jsonb,
  created_at timestamptz(3) not null default clock(),
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  -- The second person is another person, whatever the code above the database believes.
  constraint approvals_two_people check (status = 'cancelled' or decided_by is distinct from requested_by),
  constraint approvals_decided_by_someone check (status not in ('approved', 'rejected') or decided_by is not null),
  constraint approvals_closed_at check ((status = 'pending') = (decided_at is null))
);
create index approvals_newest on approvals (created_at, id);
create index approvals_status_newest on approvals (status, created_at, id);
create index approvals_requested_by on approvals (requested_by, created_at, id);
create index approvals_decided_by on approvals (decided_by);
create index approvals_target on approvals (target_type, target_id);
create index approvals_expiry on approvals (expires_at) where status = 'pending';
-- Asking twice for the same deletion is one request.
create unique index approvals_one_pending on approvals (kind, target_id)
  where status = 'pending' and kind in ('user_anonymize', 'series_delete', 'episode_delete', 'role_delete');

-- A decision is final.
create trigger approvals_closed_stay before update on approvals
  for each row when (old.status <> 'pending') execute function refuse_change();
create trigger approvals_kept before delete on approvals
  for each row execute function refuse_change();
create trigger approvals_no_truncate before truncate on approvals
  for each statement execute function refuse_change();
grant select, insert, update on approvals to cliffhanger_app;

create table jobs (
  name text constraint jobs_pk primary key,
  enabled boolean not null default true,
  revision integer not null default 1,
  updated_at timestamptz(3) not null default clock()
);
grant select, insert, update on jobs to cliffhanger_app;

-- One row for each time a job ran. A slot is run once: a second attempt is only made where the first was abandoned.
create table job_runs (
  id uuid constraint job_runs_pk primary key,
  job text not null constraint job_runs_job_fk references jobs,
  slot timestamptz(3),
  attempt integer not null default 1,
  outcome text not null default 'running'
    constraint job_runs_outcome check (outcome in ('running', 'succeeded', 'failed', 'abandoned')),
  counts jsonb not null default '{}',
  error text,
  started_at timestamptz(3) not null default clock(),
  finished_at timestamptz(3),
  constraint job_runs_slot_unique unique (job, slot, attempt),
  constraint job_runs_finished check ((outcome = 'running') = (finished_at is null))
);
create unique index job_runs_one_running on job_runs (job) where outcome = 'running';
create index job_runs_newest on job_runs (job, started_at desc, id);
create index job_runs_age on job_runs (started_at);
grant select, insert, update, delete on job_runs to cliffhanger_app;

-- Messages to the outside, written with the change that causes them and delivered after it is committed.
create table outbox (
  id uuid constraint outbox_pk primary key,
  topic text not null,
  payload jsonb not null,
  status text not null default 'waiting'
    constraint outbox_status check (status in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz(3) not null default clock(),
  created_at timestamptz(3) not null default clock(),
  delivered_at timestamptz(3)
);
create index outbox_due on outbox (next_attempt_at) where status = 'waiting';
create index outbox_newest on outbox (created_at, id);
create index outbox_status_newest on outbox (status, created_at, id);
grant select, insert, update, delete on outbox to cliffhanger_app;
