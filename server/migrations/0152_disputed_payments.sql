-- compatible with 0109
-- outside a transaction
create index concurrently transactions_disputed on transactions (platform) where disputed_at is not null and dispute_closed_at is null;
