-- compatible with 0027
-- outside a transaction
create index concurrently transactions_completed on transactions (completed_at) where status <> 'pending';
