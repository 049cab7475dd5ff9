-- An event is kept before it is applied, and each application is tried until it succeeds or a day is over.

alter table webhook_events
  drop constraint webhook_events_outcome,
  add constraint webhook_events_outcome
    check (outcome in ('received', 'applied', 'ignored', 'unmatched', 'malformed', 'failed')),
  -- When it happened, as the event itself says.
  add occurred_at timestamptz(3),
  add attempts integer not null default 1,
  -- Null where it is not tried by itself any more.
  add next_attempt_at timestamptz(3),
  add last_error text,
  -- Why it is malformed, field by field, so that a repeated one is answered like the first.
  add faults jsonb,
  add constraint webhook_events_open check (next_attempt_at is null or outcome in ('received', 'failed'));
create index webhook_events_due on webhook_events (next_attempt_at) where next_attempt_at is not null;
create index webhook_events_source_newest on webhook_events (source, received_at, id);
grant update (attempts, next_attempt_at, last_error) on webhook_events to cliffhanger_app;
