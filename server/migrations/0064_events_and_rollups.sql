-- compatible with 0027
-- What apps tell of their viewers, and the tables that the dashboards read.

-- Events of viewers, a partition for each UTC day, made and dropped by keep_event_day() and drop_event_days(). Without
-- foreign keys: who tells is signed in, and what is told of is looked up when it comes.
create table viewer_events (
  user_id uuid not null,
  -- As the app calls it, and of this viewer alone.
  id uuid not null,
  at timestamptz(3) not null,
  name text not null constraint viewer_events_name check (name ~ '^[a-z][a-z0-9_]{0,63}$'),
  series_id uuid,
  episode_id uuid,
  props jsonb,
  received_at timestamptz(3) not null default clock(),
  constraint viewer_events_pk primary key (user_id, id, at)
) partition by range (at);
grant select, insert, update (props) on viewer_events to cliffhanger_app;

-- The partitions are in a schema of their own, which only the functions below look into.
create schema event_days;

create function keep_event_day(day date) returns void language plpgsql security definer set search_path = '' as $$
declare
  today date := (public.clock() at time zone 'UTC')::date;
  name text := 'day_' || to_char(day, 'YYYYMMDD');
  low timestamptz := day::timestamp at time zone 'UTC';
  high timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass('event_days.' || name) is not null then return; end if;
  if day not between today - 400 and today + 31 then
    raise exception 'no events are kept of %', day using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('event_days', 0));
  if to_regclass('event_days.' || name) is not null then return; end if;
  -- Attached, and not made as a partition: that lets others write to the other days meanwhile.
  execute format('create table event_days.%I (like public.viewer_events including defaults including constraints)', name);
  execute format('alter table event_days.%I add constraint in_day check (at >= %L and at < %L)', name, low, high);
  execute format('alter table public.viewer_events attach partition event_days.%I for values from (%L) to (%L)',
    name, low, high);
  execute format('alter table event_days.%I drop constraint in_day', name);
end $$;
revoke execute on function keep_event_day(date) from public;
grant execute on function keep_event_day(date) to cliffhanger_app;

-- Drops at most so many days before this one, the oldest first, and answers how many there were.
create function drop_event_days(before date, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare dropped integer := 0; one text;
begin
  if before > (public.clock() at time zone 'UTC')::date - 60 then
    raise exception 'events of the last days are still wanted' using errcode = '22023';
  end if;
  for one in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.viewer_events'::regclass and c.relname < 'day_' || to_char(before, 'YYYYMMDD')
    order by c.relname limit most
  loop
    execute format('drop table event_days.%I', one);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function drop_event_days(date, integer) from public;
grant execute on function drop_event_days(date, integer) to cliffhanger_app;

-- Kept by the features that own the tables: what the rollups count.
create view told_events as select user_id, at, name, series_id, episode_id from viewer_events;
create view watched_episodes as select user_id, episode_id, started_at, seconds_watched, completed from watches;
create view kept_unlocks as select user_id, id, episode_id, coins, created_at from unlocks;
create view completed_payments as
  select id, user_id, kind, platform, region, amount_usd_cents, completed_at from transactions where status <> 'pending';
create view executed_refunds as
  select user_id, purchase_id, amount_usd_cents, executed_at from refunds where status = 'executed';
grant select on told_events, watched_episodes, kept_unlocks, completed_payments, executed_refunds to cliffhanger_app;
create index unlocks_day on unlocks using brin (created_at) with (autosummarize = on);
create index refunds_executed on refunds (executed_at) where status = 'executed';

-- The market of a day is the country that a user had when the day ended. Only who moves to another has rows here: on the
-- days before this one they were in this country; '' is none.
create table user_moves (
  user_id uuid not null constraint user_moves_user_fk references users,
  day date not null,
  country_code text not null,
  constraint user_moves_pk primary key (user_id, day)
);
create index user_moves_day on user_moves (day);
grant select on user_moves to cliffhanger_app;

create function note_user_move() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_moves (user_id, day, country_code)
  values (new.id, (public.clock() at time zone 'UTC')::date, coalesce(old.country_code, ''))
  on conflict on constraint user_moves_pk do nothing;
  return null;
end $$;
revoke execute on function note_user_move() from public;
create trigger users_moved after update of country_code on users for each row
  when (old.country_code is distinct from new.country_code) execute function note_user_move();

-- When guests registered. Who never was a guest registered when they came.
create table guest_registrations (
  user_id uuid constraint guest_registrations_pk primary key constraint guest_registrations_user_fk references users,
  day date not null
);
create index guest_registrations_day on guest_registrations (day);
grant select on guest_registrations to cliffhanger_app;

create function note_guest_registration() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.guest_registrations (user_id, day) values (new.id, (public.clock() at time zone 'UTC')::date)
  on conflict on constraint guest_registrations_pk do nothing;
  return null;
end $$;
revoke execute on function note_guest_registration() from public;
create trigger users_registered after update of is_guest on users for each row
  when (old.is_guest and not new.is_guest and new.status <> 'deleted') execute function note_guest_registration();

-- Which days are rolled up, and when.
create table rollup_days (
  day date constraint rollup_days_pk primary key,
  rolled_at timestamptz(3) not null
);
grant select, insert, update on rollup_days to cliffhanger_app;

-- Past days of which something was told or changed since. Rows are only added, so that those who tell never wait for
-- each other or for the rollup.
create table rollup_outdated (
  id bigint generated always as identity constraint rollup_outdated_pk primary key,
  day date not null
);
create index rollup_outdated_day on rollup_outdated (day);
grant select, delete on rollup_outdated to cliffhanger_app;

create function note_late_events() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.rollup_outdated (day)
  select distinct (a.at at time zone 'UTC')::date from added a where a.at < date_trunc('day', public.clock(), 'UTC');
  return null;
end $$;
create function note_late_watches() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.rollup_outdated (day)
  select distinct (a.started_at at time zone 'UTC')::date from added a
  where a.started_at < date_trunc('day', public.clock(), 'UTC');
  return null;
end $$;
-- What a viewer unlocked next may now be their first.
create function note_reversed_unlocks() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.rollup_outdated (day)
  select distinct (t.at at time zone 'UTC')::date
  from (select g.created_at from gone g
    union all select (select min(u.created_at) from public.unlocks u where u.user_id = g.user_id) from gone g) t (at)
  where t.at is not null;
  return null;
end $$;
revoke execute on function note_late_events(), note_late_watches(), note_reversed_unlocks() from public;

-- What was taken in on days. '*' is all markets together, '' those without a country.
create table revenue_days (
  day date not null,
  rail text not null,
  country text not null,
  kind text not null,
  payments integer not null,
  gross_cents bigint not null,
  refunds_cents bigint not null,
  constraint revenue_days_pk primary key (day, rail, country, kind)
);
create table payer_days (
  day date not null,
  rail text not null,
  country text not null,
  kind text not null,
  user_id uuid not null,
  constraint payer_days_pk primary key (day, rail, country, kind, user_id)
);
create table growth_days (
  market text not null,
  day date not null,
  installs integer not null,
  registrations integer not null,
  constraint growth_days_pk primary key (market, day)
);
-- How many of those who came so many days before were active on a day.
create table retention_days (
  market text not null,
  day date not null,
  since smallint not null,
  users integer not null,
  constraint retention_days_pk primary key (market, day, since)
);
-- A viewer counts once a day for each episode; seconds, unlocks and coins are all there were.
create table episode_days (
  market text not null,
  series_id uuid not null,
  day date not null,
  episode_id uuid not null,
  starts integer not null,
  completes integer not null,
  watch_seconds bigint not null,
  paywall_hits integer not null,
  unlocks integer not null,
  coins bigint not null,
  constraint episode_days_pk primary key (market, series_id, day, episode_id)
);
create index episode_days_day on episode_days (day);
create table series_days (
  market text not null,
  day date not null,
  series_id uuid not null,
  starts integer not null,
  completes integer not null,
  watch_seconds bigint not null,
  paywall_hits integer not null,
  unlocks integer not null,
  coins bigint not null,
  constraint series_days_pk primary key (market, day, series_id)
);
-- What each user did on a day, a bit for each step. Someone who paid in another country has two rows.
create table user_days (
  user_id uuid not null,
  day date not null,
  market text not null,
  steps smallint not null,
  constraint user_days_pk primary key (user_id, day, market) include (steps)
);
create index user_days_day on user_days (day);
-- How many users took a step on a day who had last taken it so many days before; 366 is longer ago, or never. Those who
-- took it in a period are those of its days whose last time was before the period, whatever the period.
create table reach_days (
  step smallint not null,
  market text not null,
  day date not null,
  gap smallint not null,
  users integer not null,
  constraint reach_days_pk primary key (step, market, day, gap)
);
-- What a rollup works on: the day's steps as they are now, and those whose steps have changed.
create unlogged table rollup_steps (
  user_id uuid not null,
  market text not null,
  steps smallint not null,
  constraint rollup_steps_pk primary key (user_id, market)
);
create unlogged table rollup_changed (
  user_id uuid constraint rollup_changed_pk primary key
);
grant select, insert, update, delete on revenue_days, payer_days, growth_days, retention_days, episode_days, series_days,
  user_days, reach_days, rollup_steps, rollup_changed to cliffhanger_app;

-- Last, so that nobody waits while the rest is made.
create trigger viewer_events_late after insert on viewer_events referencing new table as added
  for each statement execute function note_late_events();
create trigger watches_late after insert on watches referencing new table as added
  for each statement execute function note_late_watches();
create trigger watches_late_change after update on watches referencing new table as added
  for each statement execute function note_late_watches();
create trigger unlocks_reversed after delete on unlocks referencing old table as gone
  for each statement execute function note_reversed_unlocks();
