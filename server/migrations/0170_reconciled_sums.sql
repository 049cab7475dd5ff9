-- compatible with 0109
-- Reports of sums by product and currency are compared with sums of our payments.
alter table reconciliation_runs add column sums jsonb
  constraint reconciliation_runs_sums check (jsonb_typeof(sums) = 'array');
grant update (sums) on reconciliation_runs to cliffhanger_app;

create or replace view rail_payments as
  select id, user_id, kind, platform, transaction_id, product_id, status, amount_cents, currency, refunded_cents, created_at,
    paid_at, failure_reason, quantity
  from transactions where environment = 'production' and not is_family_shared;

-- `returned_cents` is what the provider reported, by refunding or by confirming a refund of ours.
create or replace view purchase_refunds as
  select user_id, purchase_id, amount_cents, currency,
    case when requested_by is null then amount_cents else confirmed_cents end as returned_cents,
    coalesce(confirmed_at, executed_at) as returned_at, reversed_at
  from refunds where status = 'executed';
