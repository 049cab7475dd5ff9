-- compatible with 0099
-- The sums of a market in a partition of its own, or of a few: a rule for all markets would otherwise read those of every
-- market beside. The months were read by releases before 0099 alone.
-- Nobody sums up meanwhile; what is there is read until the new table takes its place.
lock table series_activity_late in share row exclusive mode;
create table series_activity_sums_new (
  market text not null,
  series_id uuid not null,
  last_day date not null,
  days date[] not null,
  starts integer[] not null,
  unlocks integer[] not null,
  saves integer[] not null,
  constraint series_activity_sums_new_pk primary key (market, series_id)
) partition by hash (market);
do $$
begin
  for n in 0..15 loop
    execute format('create table series_activity_sums_%s partition of series_activity_sums_new
      for values with (modulus 16, remainder %s)', n, n);
  end loop;
end $$;
alter table series_activity_sums_new alter column days set storage plain, alter column starts set storage plain,
  alter column unlocks set storage plain, alter column saves set storage plain;
insert into series_activity_sums_new select * from series_activity_sums order by market, series_id;
drop table series_activity_sums;
alter table series_activity_sums_new rename to series_activity_sums;
alter table series_activity_sums rename constraint series_activity_sums_new_pk to series_activity_sums_pk;
alter table series_activity_sums add constraint series_activity_sums_market_fk
  foreign key (market) references series_activity_summed on delete cascade;
grant select on series_activity_sums to cliffhanger_app;

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

create or replace function forget_series_activity() returns void language sql security definer set search_path = ''
begin atomic
  delete from public.series_activity_hours where hour <= public.clock() - interval '9 days';
  delete from public.series_activity_days where day < (public.clock() at time zone 'UTC')::date - 366;
end;
drop table series_activity_months;
