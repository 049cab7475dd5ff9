-- compatible with 0027
-- What happened to each subscription, as its provider told it or as it was given away. What a subscription is now is
-- made of these, so the order in which they came does not matter.

create table subscription_events (
  user_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  type text not null constraint subscription_events_type
    check (type in ('started', 'renewed', 'recovered', 'canceled', 'expired', 'given', 'trial_extended')),
  -- By the provider's clock.
  occurred_at timestamptz(3) not null,
  product_id text not null
    constraint subscription_events_product_fk references subscription_products (product_id),
  -- The payment as the rail calls it, where it names one.
  transaction_id text,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  trial_end timestamptz(3),
  auto_renew boolean not null,
  price_cents integer not null constraint subscription_events_price check (price_cents >= 0),
  currency text not null constraint subscription_events_currency check (currency ~ '^[A-Z]{3}$'),
  region text constraint subscription_events_region check (region ~ '^[A-Z]{2}$'),
  -- Whether the period was paid for, and the coins that it brought.
  is_paid boolean not null,
  bonus_coins integer not null default 0 constraint subscription_events_bonus check (bonus_coins >= 0),
  created_at timestamptz(3) not null default clock(),
  constraint subscription_events_pk primary key (user_id, id),
  constraint subscription_events_subscription_fk
    foreign key (user_id, subscription_id) references subscriptions (user_id, id),
  -- The same thing told twice is one event.
  constraint subscription_events_once unique (user_id, subscription_id, occurred_at, type, period_start),
  constraint subscription_events_period check (period_start < period_end)
);
create index subscription_events_product on subscription_events (product_id);
create index subscription_events_newest on subscription_events (user_id, created_at, id);
grant select, insert on subscription_events to cliffhanger_app;

-- The list by each of its filters.
create index subscriptions_status_newest on subscriptions (status, created_at, id);
create index subscriptions_platform_newest on subscriptions (platform, created_at, id);
create index subscriptions_region_newest on subscriptions (region, created_at, id);
create index subscriptions_product_newest on subscriptions (product_id, created_at, id);
drop index subscriptions_product;

create index subscriptions_provider_name on subscriptions (provider_subscription_id)
  where provider_subscription_id is not null;

-- Until now only those that were given away by hand, to people of a known country.
update subscriptions s set region = u.country_code
  from users u where u.id = s.user_id and s.region is null and u.country_code is not null;

-- What audit entries about them are called.
create unique index subscriptions_id on subscriptions (id);
create view subscription_targets as select id, user_id from subscriptions;
create view subscription_product_names as select id, name from subscription_products;
grant select on subscription_targets, subscription_product_names to cliffhanger_app;
