-- compatible with 0027
-- Series that are free for a day, and the episodes that viewers have unlocked.

create table free_series_entries (
  id uuid constraint free_series_entries_pk primary key,
  day date not null,
  -- Without one it is for every market that has no entry of its own that day.
  market_code text constraint free_series_entries_market check (market_code ~ '^[A-Z]{2}$'),
  series_id uuid not null constraint free_series_entries_series_fk references series,
  notes text constraint free_series_entries_notes check (length(notes) <= 500),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint free_series_entries_one_a_day unique nulls not distinct (day, market_code)
);
create index free_series_entries_series on free_series_entries (series_id, day);
grant select, insert, update, delete on free_series_entries to cliffhanger_app;

-- What a viewer has unlocked stays open to them.
create table unlocks (
  user_id uuid not null constraint unlocks_user_fk references users,
  id uuid not null,
  episode_id uuid not null constraint unlocks_episode_fk references episodes,
  coins integer not null constraint unlocks_coins check (coins between 0 and 100000),
  price_source text not null constraint unlocks_price_source
    check (price_source in ('episode', 'free_episode', 'series', 'market', 'default')),
  created_at timestamptz(3) not null default clock(),
  constraint unlocks_pk primary key (user_id, id),
  constraint unlocks_once unique (user_id, episode_id)
);
create index unlocks_episode on unlocks (episode_id);
create index unlocks_newest on unlocks (user_id, created_at, id);
grant select, insert on unlocks to cliffhanger_app;
