-- compatible with 0109
-- The comparison with files of providers suggests who may have paid; those whose payment was declined come last.
create or replace view rail_payments as
  select id, user_id, kind, platform, transaction_id, product_id, status, amount_cents, currency, refunded_cents, created_at,
    paid_at, failure_reason
  from transactions;
