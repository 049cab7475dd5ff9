-- compatible with 0109
-- outside a transaction
-- Declined payments, which are pending with a reason, are listed by themselves.
create index concurrently transactions_failed_newest on transactions (created_at, id) where failure_reason is not null;
