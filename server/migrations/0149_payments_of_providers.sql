-- compatible with 0109
-- What providers report beyond the amount: where it was paid, what they and the tax office keep, disputes, and refunds that
-- they reverse.
alter table transactions
  add column environment text not null default 'production',
  add column is_family_shared boolean not null default false,
  add column quantity integer not null default 1,
  add column fee_cents bigint,
  add column tax_cents bigint,
  add column disputed_at timestamptz(3),
  add column dispute_reason text,
  add column dispute_closed_at timestamptz(3),
  add column refund_reversed_at timestamptz(3),
  add constraint transactions_environment check (environment in ('production', 'sandbox')) not valid,
  add constraint transactions_quantity check (quantity > 0) not valid,
  add constraint transactions_fee check (fee_cents >= 0) not valid,
  add constraint transactions_tax check (tax_cents >= 0) not valid,
  -- Every figure of revenue is a sum of this value.
  add constraint transactions_no_revenue check (
    (environment = 'production' and not is_family_shared) or amount_usd_cents = 0) not valid,
  add constraint transactions_dispute check (
    (disputed_at is null) = (dispute_reason is null) and (disputed_at is not null or dispute_closed_at is null)) not valid;

create or replace view completed_payments as
  select id, user_id, kind, platform, region, amount_usd_cents, completed_at from transactions
  where status <> 'pending' and environment = 'production' and not is_family_shared;
create or replace view rail_payments as
  select id, user_id, kind, platform, transaction_id, product_id, status, amount_cents, currency, refunded_cents, created_at,
    paid_at, failure_reason
  from transactions where environment = 'production' and not is_family_shared;

alter table provider_refunds
  add column percentage numeric(6, 3),
  add column reversed_at timestamptz(3),
  add column coins_due integer,
  add column bonus_due integer,
  add column promo_due integer,
  add column paid_taken integer,
  add column bonus_taken integer,
  add constraint provider_refunds_percentage check (percentage between 0 and 100) not valid;

alter table subscription_events
  add column access_until timestamptz(3),
  drop constraint subscription_events_type,
  add constraint subscription_events_type check (type in ('started', 'renewed', 'recovered', 'canceled', 'expired', 'given',
    'trial_extended', 'changed', 'grace', 'held', 'paused', 'resumed')) not valid;

-- A refund that the provider reversed counts in no figure any more, so the day on which it counted is rolled up again.
alter table refunds
  add column reversed_at timestamptz(3),
  add constraint refunds_reversed check (reversed_at is null or (status = 'executed' and requested_by is null)) not valid;
create or replace view executed_refunds as
  select user_id, purchase_id, amount_usd_cents, executed_at from refunds
  where status = 'executed' and reversed_at is null;
drop trigger refunds_closed_stay on refunds;
create trigger refunds_closed_stay before update on refunds for each row
  when (old.status <> 'pending' and (new.confirmed_cents < old.confirmed_cents or old.reversed_at is not null
    or (to_jsonb(new) - 'confirmed_cents' - 'confirmed_at' - 'reversed_at')
      is distinct from (to_jsonb(old) - 'confirmed_cents' - 'confirmed_at' - 'reversed_at')))
  execute function refuse_change();
create function note_reversed_refund() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  insert into public.rollup_outdated (day) values ((new.executed_at at time zone 'UTC')::date);
  return null;
end $$;
revoke execute on function note_reversed_refund() from public;
create trigger refunds_reversed after update of reversed_at on refunds for each row
  when (old.reversed_at is null and new.reversed_at is not null) execute function note_reversed_refund();
