-- compatible with 0027
-- What episodes cost: one price for all, and overrides of it for an episode, a series or a market.

-- One row. Without a value the price is that of the settings which the service was started with.
create table pricing_config (
  id boolean constraint pricing_config_pk primary key default true constraint pricing_config_one check (id),
  default_coins_per_episode integer
    constraint pricing_config_default check (default_coins_per_episode between 0 and 100000),
  revision integer not null default 1,
  updated_at timestamptz(3) not null default clock()
);
insert into pricing_config default values;
grant select, update on pricing_config to cliffhanger_app;

-- Exactly one of market, series and episode says what it is for.
create table price_overrides (
  id uuid constraint price_overrides_pk primary key,
  scope text not null constraint price_overrides_scope check (scope in ('market', 'series', 'episode')),
  market text constraint price_overrides_market check (market ~ '^[A-Z]{2}$'),
  series_id uuid constraint price_overrides_series_fk references series,
  episode_id uuid constraint price_overrides_episode_fk references episodes,
  coins integer not null constraint price_overrides_coins check (coins between 0 and 100000),
  currency_hint text constraint price_overrides_currency check (currency_hint ~ '^[A-Z]{3}$'),
  active_from timestamptz(3) not null,
  active_to timestamptz(3),
  active boolean not null default true,
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3),
  constraint price_overrides_window check (active_from < active_to),
  constraint price_overrides_one_target check (
    num_nonnulls(market, series_id, episode_id) = 1
    and case scope when 'market' then market is not null when 'series' then series_id is not null
      else episode_id is not null end)
);
create index price_overrides_newest on price_overrides (created_at, id) where deleted_at is null;
create index price_overrides_by_market on price_overrides (market) where market is not null and deleted_at is null;
create index price_overrides_series on price_overrides (series_id) where series_id is not null;
create index price_overrides_episode on price_overrides (episode_id) where episode_id is not null;
grant select, insert, update on price_overrides to cliffhanger_app;

-- Kept by pricing: what an override is for, also once it is removed. A market has no id, so that of the override stands for it.
create view price_override_targets as
  select id, coalesce(episode_id, series_id, id) as item_id, scope, market from price_overrides;
grant select on price_override_targets to cliffhanger_app;
