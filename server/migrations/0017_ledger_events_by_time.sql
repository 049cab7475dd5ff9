-- compatible with 0016
-- outside a transaction
-- A user's movements by time: pages of the timeline, and what was given on a day, however long the history.
create index concurrently events_by_time on ledger.events (user_id, created_at, id);
