-- compatible with 0027
-- What viewers did with series, counted as it happens, so that a rule of a collection does not read every row.

-- Counts that are not added up yet: one row for each statement, series, market and hour, so that writers never wait for
-- each other.
create table series_activity_added (
  id bigint generated always as identity constraint series_activity_added_pk primary key,
  series_id uuid not null,
  -- The viewer's; empty where it is not known.
  market text not null,
  hour timestamptz(0) not null,
  starts integer not null default 0,
  unlocks integer not null default 0,
  saves integer not null default 0
);

-- The same added up, by the hour for the last days and by the day for a year. `*` is all markets together.
create table series_activity_hours (
  hour timestamptz(0) not null,
  market text not null,
  series_id uuid not null,
  starts integer not null,
  unlocks integer not null,
  saves integer not null,
  constraint series_activity_hours_pk primary key (market, hour, series_id)
);
create table series_activity_days (
  day date not null,
  market text not null,
  series_id uuid not null,
  starts integer not null,
  unlocks integer not null,
  saves integer not null,
  constraint series_activity_days_pk primary key (market, day, series_id)
);
grant select on series_activity_added, series_activity_hours, series_activity_days to cliffhanger_app;

-- A viewer counts once a day for each episode, however often they begin it.
create function count_series_starts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.series_activity_added (series_id, market, hour, starts)
  select e.series_id, coalesce(u.country_code, ''), date_trunc('hour', w.started_at, 'UTC'), count(*)
  from (
    select distinct on (n.user_id, n.episode_id, (n.started_at at time zone 'UTC')::date) n.user_id, n.episode_id,
      n.started_at, n.id
    from added n
    order by n.user_id, n.episode_id, (n.started_at at time zone 'UTC')::date, n.started_at) w
  join public.episodes e on e.id = w.episode_id
  join public.users u on u.id = w.user_id
  where not exists (
    select from public.watches o
    where o.user_id = w.user_id and o.episode_id = w.episode_id
      and o.started_at >= date_trunc('day', w.started_at, 'UTC')
      and o.started_at < date_trunc('day', w.started_at, 'UTC') + interval '1 day'
      and not exists (select from added n where n.user_id = o.user_id and n.id = o.id))
  group by 1, 2, 3;
  return null;
end $$;
revoke execute on function count_series_starts() from public;

-- One that is reversed does not count any more.
create function count_series_unlocks() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.series_activity_added (series_id, market, hour, unlocks)
  select e.series_id, coalesce(u.country_code, ''), date_trunc('hour', c.created_at, 'UTC'),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed c join public.episodes e on e.id = c.episode_id join public.users u on u.id = c.user_id
  group by 1, 2, 3;
  return null;
end $$;
revoke execute on function count_series_unlocks() from public;

-- What is saved counts while it is saved.
create function count_series_saves() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.series_activity_added (series_id, market, hour, saves)
  select c.series_id, coalesce(u.country_code, ''), date_trunc('hour', c.created_at, 'UTC'),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed c join public.users u on u.id = c.user_id
  group by 1, 2, 3;
  return null;
end $$;
revoke execute on function count_series_saves() from public;

-- Adds up at most so many of the counts, and answers how many there were. Two at once add up different ones.
create function add_up_series_activity(most integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare counted bigint;
begin
  with taken as materialized (
    delete from public.series_activity_added a using (
      select t.id from public.series_activity_added t order by t.id limit most for update skip locked) t
    where a.id = t.id returning a.series_id, a.market, a.hour, a.starts, a.unlocks, a.saves),
  by_market as materialized (
    select t.series_id, coalesce(t.market, '*') as market, t.hour, sum(t.starts) as starts, sum(t.unlocks) as unlocks,
      sum(t.saves) as saves
    from taken t group by grouping sets ((t.series_id, t.market, t.hour), (t.series_id, t.hour))),
  hours as (
    insert into public.series_activity_hours as h (hour, market, series_id, starts, unlocks, saves)
    select m.hour, m.market, m.series_id, m.starts, m.unlocks, m.saves from by_market m
    where m.hour > public.clock() - interval '9 days' order by m.market, m.hour, m.series_id
    on conflict on constraint series_activity_hours_pk do update set starts = h.starts + excluded.starts,
      unlocks = h.unlocks + excluded.unlocks, saves = h.saves + excluded.saves),
  days as (
    insert into public.series_activity_days as d (day, market, series_id, starts, unlocks, saves)
    select (m.hour at time zone 'UTC')::date, m.market, m.series_id, sum(m.starts), sum(m.unlocks), sum(m.saves)
    from by_market m where m.hour > public.clock() - interval '367 days'
    group by 1, 2, 3 order by 2, 1, 3
    on conflict on constraint series_activity_days_pk do update set starts = d.starts + excluded.starts,
      unlocks = d.unlocks + excluded.unlocks, saves = d.saves + excluded.saves)
  select count(*) into counted from taken;
  return counted;
end $$;
revoke execute on function add_up_series_activity(integer) from public;
grant execute on function add_up_series_activity(integer) to cliffhanger_app;

-- Forgets what no rule looks back to any more.
create function forget_series_activity() returns void language sql security definer set search_path = ''
begin atomic
  delete from public.series_activity_hours where hour <= public.clock() - interval '9 days';
  delete from public.series_activity_days where day < (public.clock() at time zone 'UTC')::date - 366;
end;
revoke execute on function forget_series_activity() from public;
grant execute on function forget_series_activity() to cliffhanger_app;

-- What happened before this migration.
insert into series_activity_added (series_id, market, hour, starts)
select e.series_id, coalesce(u.country_code, ''), date_trunc('hour', w.first, 'UTC'), count(*)
from (select user_id, episode_id, min(started_at) as first from watches
  where started_at > clock() - interval '366 days'
  group by user_id, episode_id, (started_at at time zone 'UTC')::date) w
join episodes e on e.id = w.episode_id join users u on u.id = w.user_id group by 1, 2, 3;
insert into series_activity_added (series_id, market, hour, unlocks)
select e.series_id, coalesce(u.country_code, ''), date_trunc('hour', n.created_at, 'UTC'), count(*)
from unlocks n join episodes e on e.id = n.episode_id join users u on u.id = n.user_id
where n.created_at > clock() - interval '366 days' group by 1, 2, 3;
insert into series_activity_added (series_id, market, hour, saves)
select n.series_id, coalesce(u.country_code, ''), date_trunc('hour', n.created_at, 'UTC'), count(*)
from series_saves n join users u on u.id = n.user_id
where n.created_at > clock() - interval '366 days' group by 1, 2, 3;

-- Kept by publishing: what will be published, unless someone changes their mind.
create view upcoming_publishes as
  select ref_type, ref_id, run_at from publish_schedules where status = 'pending';
grant select on upcoming_publishes to cliffhanger_app;

-- Last, so that nobody waits while what was before is counted; what comes in between is not counted.
create trigger watches_counted after insert on watches referencing new table as added
  for each statement execute function count_series_starts();
create trigger unlocks_counted after insert on unlocks referencing new table as changed
  for each statement execute function count_series_unlocks();
create trigger unlocks_uncounted after delete on unlocks referencing old table as changed
  for each statement execute function count_series_unlocks();
create trigger series_saves_counted after insert on series_saves referencing new table as changed
  for each statement execute function count_series_saves();
create trigger series_saves_uncounted after delete on series_saves referencing old table as changed
  for each statement execute function count_series_saves();
