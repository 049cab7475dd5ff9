-- compatible with 0027
-- Payments are listed newest first by each of their filters, and shown with what their rails told.

create index transactions_platform_newest on transactions (platform, created_at, id);
create index transactions_region_newest on transactions (region, created_at, id);
create index transactions_currency_newest on transactions (currency, created_at, id);
create index transactions_product_newest on transactions (product_id, created_at, id);
create index transactions_name on transactions (transaction_id) where transaction_id is not null;
-- Only of what is seldom: most payments are completed packages, and the newest of those are found among all.
create index transactions_status_newest on transactions (status, created_at, id) where status <> 'completed';
create index transactions_subscriptions_newest on transactions (created_at, id) where kind = 'subscription';

-- Kept by system: what rails told of a payment, by their name of it and by ours.
create view payment_events as
  select id, source, outcome, detail, payload, occurred_at, received_at,
    coalesce(event #>> '{purchase,transactionId}', event #>> '{subscription,transactionId}') as transaction_id,
    event #>> '{purchase,purchaseId}' as purchase_id
  from webhook_events where source like 'payments:%';
grant select on payment_events to cliffhanger_app;

create index webhook_events_payment on webhook_events
  ((coalesce(event #>> '{purchase,transactionId}', event #>> '{subscription,transactionId}')))
  where source like 'payments:%';
create index webhook_events_purchase on webhook_events ((event #>> '{purchase,purchaseId}'))
  where source like 'payments:%' and (event #>> '{purchase,purchaseId}') is not null;

-- Kept by subscriptions.
create or replace view subscription_product_names as select id, name, product_id from subscription_products;
