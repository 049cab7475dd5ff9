-- compatible with 0109
-- outside a transaction
-- One request refunds once, whatever it is retried with.
create unique index concurrently refunds_cause on refunds (cause_id) where cause_id is not null;
