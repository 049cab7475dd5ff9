-- compatible with 0109
-- Rates are added and never changed: the newest of a currency and day counts, and the others show what was set before.
create table exchange_rates (
  id uuid constraint exchange_rates_pk primary key,
  currency text not null constraint exchange_rates_currency check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  day date not null,
  usd_per_unit numeric not null constraint exchange_rates_value check (usd_per_unit > 0 and usd_per_unit < 10000000),
  source text not null constraint exchange_rates_source check (source in ('hand', 'csv')),
  set_by uuid not null constraint exchange_rates_set_by_fk references admins,
  created_at timestamptz(3) not null default clock()
);
create index exchange_rates_newest on exchange_rates (currency, day, id);
create index exchange_rates_set_by on exchange_rates (set_by);
grant select, insert on exchange_rates to cliffhanger_app;

-- The rate by which a payment was converted into US dollars; null where it was not converted. An assumed amount is the price
-- of what was bought, because the provider did not report what was paid: it is no revenue.
alter table transactions
  add column usd_rate numeric,
  add column usd_rate_day date,
  add column is_amount_assumed boolean not null default false,
  add constraint transactions_usd_rate check ((usd_rate is null) = (usd_rate_day is null)) not valid,
  add constraint transactions_assumed check (not is_amount_assumed or amount_usd_cents = 0) not valid;

-- The price of an event that reported none is that of its product.
alter table subscription_events add column is_price_known boolean not null default true;
