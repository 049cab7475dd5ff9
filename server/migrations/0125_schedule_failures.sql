-- compatible with 0109
-- The request id under which the log has the last failure of a schedule, and when an admin began it anew: a release that
-- was retried or moved is late from then on, not from the moment that it was first planned for.
alter table publish_schedules
  add column last_error_request_id text,
  add column reopened_at timestamptz(3);
