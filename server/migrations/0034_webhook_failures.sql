-- compatible with 0027
-- What a provider reports as failed is rare among the events, and is looked for on its own.

create index webhook_events_failures_newest on webhook_events (outcome, received_at, id)
  where payload->>'status' is not distinct from 'failed';
