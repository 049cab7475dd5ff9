-- compatible with 0027
-- outside a transaction
-- Events that report a failure are few among all: they are listed by when they came, whatever became of them.
create index concurrently webhook_events_reported on webhook_events (received_at, id)
  where payload->>'status' is not distinct from 'failed';
