-- compatible with 0009
-- What a run of a job is at while it is running, and who started it by hand.

alter table job_runs
  add column step text,
  add column step_done bigint,
  add column step_total bigint,
  add column step_started_at timestamptz(3),
  add column started_by uuid constraint job_runs_started_by_fk references admins,
  add column started_by_email text,
  add constraint job_runs_progress check (step_done >= 0 and step_total >= 0),
  add constraint job_runs_started_by check
    ((started_by is null) = (started_by_email is null) and (started_by is null or slot is null));
create index job_runs_started_by on job_runs (started_by);
