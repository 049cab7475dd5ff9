-- compatible with 0027
-- What is sold and given away: coin packages, payments, subscriptions as providers report them, segments and promos.

create table coin_packages (
  id uuid constraint coin_packages_pk primary key,
  -- The product as the stores know it.
  sku text not null constraint coin_packages_sku_unique unique,
  coins integer not null constraint coin_packages_coins check (coins between 1 and 1000000),
  bonus_coins integer not null default 0
    constraint coin_packages_bonus check (bonus_coins between 0 and 1000000),
  -- US cents.
  price_cents integer not null constraint coin_packages_price check (price_cents between 0 and 100000000),
  currency text not null constraint coin_packages_currency check (currency ~ '^[A-Z]{3}$'),
  rails text[] not null constraint coin_packages_rails check (cardinality(rails) between 1 and 50),
  status text not null default 'active' constraint coin_packages_status check (status in ('active', 'paused')),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock()
);
create index coin_packages_newest on coin_packages (created_at, id);
create index coin_packages_by_coins on coin_packages (coins, id) where status = 'active';
grant select, insert, update, delete on coin_packages to cliffhanger_app;

-- A payment. One that was announced by the app waits as pending until its rail tells what became of it.
create table transactions (
  user_id uuid not null constraint transactions_user_fk references users,
  id uuid not null,
  kind text not null constraint transactions_kind check (kind in ('coin_pack', 'subscription')),
  -- The rail that it was paid by.
  platform text not null,
  product_id text not null,
  -- Also while a package is paused, so that it can be resolved; a package that was bought is never deleted.
  package_id uuid constraint transactions_package_fk references coin_packages,
  subscription_id uuid,
  -- As the rail calls it; it may be unknown while pending.
  transaction_id text,
  coins_granted integer not null default 0 constraint transactions_coins check (coins_granted >= 0),
  bonus_coins integer not null default 0 constraint transactions_bonus check (bonus_coins >= 0),
  amount_cents bigint not null constraint transactions_amount check (amount_cents >= 0),
  currency text not null constraint transactions_currency check (currency ~ '^[A-Z]{3}$'),
  amount_usd_cents bigint not null constraint transactions_amount_usd check (amount_usd_cents >= 0),
  -- What the price was where another amount was paid.
  expected_usd_cents bigint,
  region text constraint transactions_region check (region ~ '^[A-Z]{2}$'),
  status text not null constraint transactions_status check (status in ('pending', 'completed', 'refunded')),
  refunded_cents bigint not null default 0,
  refund_reason text,
  failure_reason text,
  -- The movement of coins that it brought.
  event_id uuid,
  created_at timestamptz(3) not null default clock(),
  completed_at timestamptz(3),
  updated_at timestamptz(3) not null default clock(),
  constraint transactions_pk primary key (user_id, id),
  constraint transactions_id_unique unique (id),
  -- One credit for each, whatever is repeated.
  constraint transactions_once unique (platform, transaction_id),
  constraint transactions_subscription_fk foreign key (user_id, subscription_id) references subscriptions (user_id, id),
  constraint transactions_kinds check ((kind = 'coin_pack') = (package_id is not null)),
  constraint transactions_named check (status = 'pending' or transaction_id is not null),
  constraint transactions_refunded check (refunded_cents between 0 and amount_cents)
);
create index transactions_newest on transactions (created_at, id);
create index transactions_user_newest on transactions (user_id, created_at, id);
create index transactions_package on transactions (package_id) where package_id is not null;
create index transactions_subscription on transactions (user_id, subscription_id) where subscription_id is not null;
grant select, insert, update on transactions to cliffhanger_app;

-- What a rail says of a subscription; those that were given away have none of it.
alter table subscriptions
  add provider_subscription_id text,
  add region text constraint subscriptions_region check (region ~ '^[A-Z]{2}$'),
  -- When what it is now happened, by the provider's clock: older news does not change it.
  add occurred_at timestamptz(3);
create unique index subscriptions_of_provider on subscriptions (platform, provider_subscription_id)
  where provider_subscription_id is not null;
create index subscriptions_newest on subscriptions (created_at, id);

create table segments (
  id uuid constraint segments_pk primary key,
  name text not null constraint segments_name check (length(name) between 1 and 100),
  rule jsonb not null constraint segments_rule check (jsonb_typeof(rule) = 'object'),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock()
);
create index segments_newest on segments (created_at, id);
grant select, insert, update, delete on segments to cliffhanger_app;

create table promos (
  id uuid constraint promos_pk primary key,
  code text not null constraint promos_code check (code ~ '^[A-Z0-9_-]{1,40}$'),
  type text not null constraint promos_type check (type in ('bonus_multiplier', 'coin_grant', 'trial_ext')),
  config jsonb not null constraint promos_config check (jsonb_typeof(config) = 'object'),
  budget_coins bigint not null constraint promos_budget_coins check (budget_coins between 0 and 1000000000),
  spent_coins bigint not null default 0,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  segment_id uuid constraint promos_segment_fk references segments,
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3),
  constraint promos_code_unique unique (code),
  constraint promos_window check (starts_at < ends_at),
  constraint promos_budget check (spent_coins between 0 and budget_coins)
);
create index promos_newest on promos (created_at, id) where deleted_at is null;
create index promos_segment on promos (segment_id) where segment_id is not null;
grant select, insert, update on promos to cliffhanger_app;

create table promo_redemptions (
  user_id uuid not null constraint promo_redemptions_user_fk references users,
  id uuid not null,
  promo_id uuid not null constraint promo_redemptions_promo_fk references promos,
  coins_granted integer not null default 0 constraint promo_redemptions_coins check (coins_granted >= 0),
  -- The movement of coins that it brought, if any.
  event_id uuid,
  -- A multiplier waits for a purchase; everything else is used at once.
  used_at timestamptz(3),
  -- The purchase that a multiplier was used for.
  transaction_id uuid,
  -- The trial that was extended, and until when.
  subscription_id uuid,
  trial_end timestamptz(3),
  created_at timestamptz(3) not null default clock(),
  constraint promo_redemptions_pk primary key (user_id, id),
  constraint promo_redemptions_transaction_fk foreign key (user_id, transaction_id) references transactions (user_id, id),
  constraint promo_redemptions_subscription_fk
    foreign key (user_id, subscription_id) references subscriptions (user_id, id)
);
create index promo_redemptions_of_user on promo_redemptions (user_id, promo_id);
create index promo_redemptions_newest on promo_redemptions (promo_id, created_at, id);
create index promo_redemptions_waiting on promo_redemptions (user_id, created_at) where used_at is null;
create index promo_redemptions_transaction on promo_redemptions (user_id, transaction_id) where transaction_id is not null;
create index promo_redemptions_subscription on promo_redemptions (user_id, subscription_id)
  where subscription_id is not null;
grant select, insert, update on promo_redemptions to cliffhanger_app;
