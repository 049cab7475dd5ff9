-- compatible with 0027
-- outside a transaction
-- Payments that we were told of on another UTC day than they were made on, which are few.
create index concurrently transactions_paid_another_day on transactions (platform, paid_at)
  where (paid_at at time zone 'UTC')::date <> (created_at at time zone 'UTC')::date;
