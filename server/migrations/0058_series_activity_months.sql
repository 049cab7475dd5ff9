-- compatible with 0027
-- What viewers did with series by the month, so that a rule over a year reads a row for each month and not for each day.

create table series_activity_months (
  -- Its first day.
  month date not null,
  market text not null,
  series_id uuid not null,
  starts integer not null,
  unlocks integer not null,
  saves integer not null,
  constraint series_activity_months_pk primary key (market, month, series_id)
);
grant select on series_activity_months to cliffhanger_app;

-- Nobody adds up while what was before is summed; viewers do not wait for it.
lock table series_activity_days in share row exclusive mode;
insert into series_activity_months (month, market, series_id, starts, unlocks, saves)
select date_trunc('month', day::timestamp)::date, market, series_id, sum(starts), sum(unlocks), sum(saves)
from series_activity_days group by 1, 2, 3;

create or replace function add_up_series_activity(most integer) returns bigint
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
      unlocks = d.unlocks + excluded.unlocks, saves = d.saves + excluded.saves),
  months as (
    insert into public.series_activity_months as n (month, market, series_id, starts, unlocks, saves)
    select date_trunc('month', m.hour at time zone 'UTC')::date, m.market, m.series_id, sum(m.starts), sum(m.unlocks),
      sum(m.saves)
    from by_market m where m.hour > public.clock() - interval '367 days'
    group by 1, 2, 3 order by 2, 1, 3
    on conflict on constraint series_activity_months_pk do update set starts = n.starts + excluded.starts,
      unlocks = n.unlocks + excluded.unlocks, saves = n.saves + excluded.saves)
  select count(*) into counted from taken;
  return counted;
end $$;

-- A month of which some days are forgotten is not whole, and no rule asks for it.
create or replace function forget_series_activity() returns void language sql security definer set search_path = ''
begin atomic
  delete from public.series_activity_hours where hour <= public.clock() - interval '9 days';
  delete from public.series_activity_days where day < (public.clock() at time zone 'UTC')::date - 366;
  delete from public.series_activity_months where month < (public.clock() at time zone 'UTC')::date - 366;
end;
