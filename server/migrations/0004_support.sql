-- What support works with: notes, subscriptions and the products they are of.

create table subscription_products (
  id uuid constraint subscription_products_pk primary key,
  product_id text not null constraint subscription_products_product_unique unique,
  name text not null,
  period_days integer not null constraint subscription_products_period check (period_days between 1 and 366),
  price_cents integer not null constraint subscription_products_price check (price_cents >= 0),
  currency text not null constraint subscription_products_currency check (currency ~ '^[A-Z]{3}$'),
  bonus_coins integer not null default 0
    constraint subscription_products_bonus check (bonus_coins between 0 and 1000000),
  unlocks_all boolean not null default false,
  status text not null default 'active'
    constraint subscription_products_status check (status in ('active', 'paused')),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock()
);
create index subscription_products_newest on subscription_products (created_at, id);
grant select, insert, update on subscription_products to cliffhanger_app;

create table subscriptions (
  user_id uuid not null constraint subscriptions_user_fk references users,
  id uuid not null,
  platform text not null,
  product_id text not null
    constraint subscriptions_product_fk references subscription_products (product_id),
  status text not null
    constraint subscriptions_status check (status in ('trialing', 'active', 'past_due', 'canceled', 'expired')),
  auto_renew boolean not null,
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  trial_end timestamptz(3),
  canceled_at timestamptz(3),
  price_cents integer not null,
  currency text not null,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint subscriptions_pk primary key (user_id, id),
  constraint subscriptions_period check (current_period_start < current_period_end)
);
create index subscriptions_product on subscriptions (product_id);
create index subscriptions_running on subscriptions (current_period_end)
  where status in ('trialing', 'active', 'past_due', 'canceled');
grant select, insert, update on subscriptions to cliffhanger_app;

create table user_notes (
  user_id uuid not null constraint user_notes_user_fk references users,
  id uuid not null,
  body text not null constraint user_notes_body check (length(body) between 1 and 2000),
  admin_id uuid not null constraint user_notes_admin_fk references admins,
  created_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3),
  constraint user_notes_pk primary key (user_id, id)
);
create index user_notes_newest on user_notes (user_id, created_at, id) where deleted_at is null;
create index user_notes_admin on user_notes (admin_id);
grant select, insert, update on user_notes to cliffhanger_app;
