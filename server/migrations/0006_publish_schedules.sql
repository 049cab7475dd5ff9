-- When series and episodes are published by the clock.

create table publish_schedules (
  id uuid constraint publish_schedules_pk primary key,
  ref_type text not null constraint publish_schedules_ref_type check (ref_type in ('series', 'episode')),
  ref_id uuid not null,
  action text not null constraint publish_schedules_action check (action = 'publish'),
  run_at timestamptz(3) not null,
  status text not null default 'pending'
    constraint publish_schedules_status check (status in ('pending', 'failed', 'executed', 'cancelled')),
  last_error text,
  retry_count integer not null default 0,
  created_by uuid not null constraint publish_schedules_created_by_fk references admins,
  created_at timestamptz(3) not null default clock(),
  executed_at timestamptz(3),
  constraint publish_schedules_executed_at check ((status = 'executed') = (executed_at is not null))
);
-- Nothing waits for two moments.
create unique index publish_schedules_one_open on publish_schedules (ref_id) where status in ('pending', 'failed');
create index publish_schedules_due on publish_schedules (run_at, id) where status in ('pending', 'failed');
create index publish_schedules_run on publish_schedules (run_at, id);
create index publish_schedules_status_run on publish_schedules (status, run_at, id);
create index publish_schedules_ref on publish_schedules (ref_id, run_at, id);
create index publish_schedules_created_by on publish_schedules (created_by);
-- What was executed or cancelled is over, whatever the code above the database believes.
create trigger publish_schedules_closed_stay before update on publish_schedules
  for each row when (old.status in ('executed', 'cancelled')) execute function refuse_change();
grant select, insert, update on publish_schedules to cliffhanger_app;
