-- compatible with 0109
-- What viewers did with series in one table: in the hours of the last nine days, on the days of a year, and from the 1st and
-- the 16th of each month of that year until now. A rule of collections looks back from now, so it reads one row of each
-- series from the first such day of its window on, and the days and hours before it.
create table series_activity (
  span text not null constraint series_activity_span check (span in ('hour', 'day', 'until_now')),
  -- When the hour, the day or the time until now begins, in UTC.
  since timestamptz(0) not null,
  -- The viewer's; empty where it is not known, `*` for all markets together.
  market text not null,
  series_id uuid not null,
  starts integer not null,
  unlocks integer not null,
  saves integer not null,
  constraint series_activity_pk primary key (span, market, since, series_id)
);
grant select, insert, update, delete on series_activity to cliffhanger_app;
grant delete on series_activity_added to cliffhanger_app;

-- What was added up before. Nobody adds up meanwhile, and viewers do not wait: they write to series_activity_added alone.
lock table series_activity_days in share row exclusive mode;
insert into series_activity (span, since, market, series_id, starts, unlocks, saves)
select 'hour', hour, market, series_id, starts, unlocks, saves from series_activity_hours order by market, hour, series_id;
insert into series_activity (span, since, market, series_id, starts, unlocks, saves)
select 'day', day::timestamp at time zone 'UTC', market, series_id, starts, unlocks, saves
from series_activity_days order by market, day, series_id;
with halves as (
  select date_trunc('month', day::timestamp) + case when extract(day from day) < 16 then 0 else 15 end * interval '1 day'
      as half, market, series_id, sum(starts) as starts, sum(unlocks) as unlocks, sum(saves) as saves
  from series_activity_days group by 1, 2, 3)
insert into series_activity (span, since, market, series_id, starts, unlocks, saves)
select 'until_now', f.half at time zone 'UTC', h.market, h.series_id, sum(h.starts), sum(h.unlocks), sum(h.saves)
from (select distinct half from halves) f join halves h on h.half >= f.half
group by 2, 3, 4 order by 3, 2, 4;

-- Called by releases before this one: it keeps the tables that they read, and the one above.
create or replace function add_up_series_activity(most integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare counted bigint;
begin
  lock table public.series_activity_late in row exclusive mode;
  with taken as materialized (
    delete from public.series_activity_added a using (
      select t.id from public.series_activity_added t order by t.id limit most for update skip locked) t
    where a.id = t.id returning a.series_id, a.market, a.hour, a.starts, a.unlocks, a.saves),
  by_market as materialized (
    select t.series_id, coalesce(t.market, '*') as market, t.hour, sum(t.starts) as starts, sum(t.unlocks) as unlocks,
      sum(t.saves) as saves
    from taken t group by grouping sets ((t.series_id, t.market, t.hour), (t.series_id, t.hour))),
  by_day as materialized (
    select (m.hour at time zone 'UTC')::date as day, m.market, m.series_id, sum(m.starts) as starts,
      sum(m.unlocks) as unlocks, sum(m.saves) as saves
    from by_market m where m.hour > public.clock() - interval '367 days' group by 1, 2, 3),
  cells as (
    insert into public.series_activity as c (span, since, market, series_id, starts, unlocks, saves)
    select t.span, t.since, m.market, m.series_id, sum(m.starts), sum(m.unlocks), sum(m.saves)
    from by_market m cross join lateral (
      select 'hour' as span, m.hour as since where m.hour > public.clock() - interval '9 days'
      union all
      select 'day', date_trunc('day', m.hour, 'UTC') where m.hour > public.clock() - interval '367 days'
      union all
      select 'until_now', u.since
      from generate_series(date_trunc('month', (public.clock() - interval '366 days') at time zone 'UTC'),
          m.hour at time zone 'UTC', interval '1 month') f (month)
        cross join (values (0), (15)) d (days)
        cross join lateral (select (f.month + d.days * interval '1 day') at time zone 'UTC') u (since)
      where u.since between public.clock() - interval '366 days' and m.hour) t
    group by 1, 2, 3, 4 order by 1, 3, 2, 4
    on conflict on constraint series_activity_pk do update set starts = c.starts + excluded.starts,
      unlocks = c.unlocks + excluded.unlocks, saves = c.saves + excluded.saves),
  markets as (
    insert into public.series_activity_summed (market, until)
    select distinct m.market, date '-infinity' from by_day m order by 1 on conflict do nothing),
  hours as (
    insert into public.series_activity_hours as h (hour, market, series_id, starts, unlocks, saves)
    select m.hour, m.market, m.series_id, m.starts, m.unlocks, m.saves from by_market m
    where m.hour > public.clock() - interval '9 days' order by m.market, m.hour, m.series_id
    on conflict on constraint series_activity_hours_pk do update set starts = h.starts + excluded.starts,
      unlocks = h.unlocks + excluded.unlocks, saves = h.saves + excluded.saves),
  days as (
    insert into public.series_activity_days as d (day, market, series_id, starts, unlocks, saves)
    select m.day, m.market, m.series_id, m.starts, m.unlocks, m.saves from by_day m order by m.market, m.day, m.series_id
    on conflict on constraint series_activity_days_pk do update set starts = d.starts + excluded.starts,
      unlocks = d.unlocks + excluded.unlocks, saves = d.saves + excluded.saves),
  late as (
    insert into public.series_activity_late as l (day, market, series_id, starts, unlocks, saves)
    select m.day, m.market, m.series_id, m.starts, m.unlocks, m.saves
    from by_day m join public.series_activity_summed s on s.market = m.market and m.day < s.until
    order by m.market, m.day, m.series_id
    on conflict on constraint series_activity_late_pk do update set starts = l.starts + excluded.starts,
      unlocks = l.unlocks + excluded.unlocks, saves = l.saves + excluded.saves)
  select count(*) into counted from taken;
  return counted;
end $$;
