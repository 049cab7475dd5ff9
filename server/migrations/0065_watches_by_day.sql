-- compatible with 0027
-- outside a transaction
create index concurrently watches_day on watches (started_at);
