-- compatible with 0109
-- outside a transaction
create index concurrently webhook_events_waits on webhook_events (source, waits_for) where waits_for is not null;
