-- compatible with 0027
-- Refunds that providers confirm, payments by the provider's clock, and figures that are measured by housekeeping.

alter table refunds
  -- What the provider has told of a refund that an admin made, and when it last did: its coins are not taken twice.
  add confirmed_cents bigint not null default 0,
  add confirmed_at timestamptz(3),
  add constraint refunds_confirmed check (confirmed_cents between 0 and amount_cents
    and (confirmed_cents > 0) = (confirmed_at is not null)
    and (confirmed_cents = 0 or (status = 'executed' and requested_by is not null)));
-- What was executed or rejected stays so; that its provider knows of it may be added.
drop trigger refunds_closed_stay on refunds;
create trigger refunds_closed_stay before update on refunds for each row
  when (old.status <> 'pending' and (new.confirmed_cents < old.confirmed_cents
    or to_jsonb(new.*) - 'confirmed_cents' - 'confirmed_at' is distinct from
      to_jsonb(old.*) - 'confirmed_cents' - 'confirmed_at'))
  execute function refuse_change();

alter table provider_refunds
  -- The part that refunds of admins had given back already.
  add confirmed_cents bigint not null default 0,
  -- The events that told of it while it waited for its payment.
  add webhook_ids uuid[] not null default '{}',
  add constraint provider_refunds_confirmed check (confirmed_cents between 0 and amount_cents);

alter table transactions
  -- When it was paid by the provider's clock; null in those from before this was kept and in those that are pending.
  add paid_at timestamptz(3);

create or replace view rail_payments as
  select id, user_id, kind, platform, transaction_id, product_id, status, amount_cents, currency, refunded_cents, created_at,
    paid_at
  from transactions;
create or replace view unapplied_payment_events as
  select id, source, outcome, payload->>'type' as type, payload->'data'->>'transactionId' as transaction_id,
    payload->'data'->>'userId' as user_id, payload->'data'->>'productId' as product_id, received_at
  from webhook_events where outcome in ('unmatched', 'failed', 'malformed') and source like 'payments:%';

alter table reconciliation_runs
  -- When its rows were deleted because of their age; the counts stay.
  add rows_deleted_at timestamptz(3);
grant update (rows_deleted_at) on reconciliation_runs to cliffhanger_app;
grant delete on reconciliation_rows to cliffhanger_app;

-- Figures that take long to find, as housekeeping found them last.
create table measured_figures (
  name text constraint measured_figures_pk primary key,
  value jsonb not null,
  measured_at timestamptz(3) not null default clock()
);
grant select, insert, update on measured_figures to cliffhanger_app;
-- An event that could not be read when it came may be read later.
grant update (event, occurred_at) on webhook_events to cliffhanger_app;
-- Requests that ended without being approved hold their lines no longer.
update reconciliation_rows r set approval_id = null, acted_by = null, acted_at = null
  from approvals a where a.id = r.approval_id and a.status in ('rejected', 'cancelled', 'expired')
    and r.credited_purchase_id is null;
