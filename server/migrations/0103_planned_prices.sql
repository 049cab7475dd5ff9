-- compatible with 0027
-- outside a transaction
-- Prices that are planned are few among all that were ever set, and a home asks for them.
create index concurrently price_overrides_planned on price_overrides (active_from) where deleted_at is null and active;
