-- compatible with 0027
-- What viewers did with series, summed up since each day that a rule may look back to: a rule reads one row for each
-- series, however long its window is. series_activity_months goes on for releases before this one.

-- Until which day a market is summed up, that day not included. A market that is deleted here is read from its days, and
-- summed up anew once viewers did something there.
create table series_activity_summed (
  market text constraint series_activity_summed_pk primary key,
  until date not null
);

-- For each day on which there was anything, how much there was since.
create table series_activity_sums (
  market text not null,
  series_id uuid not null,
  last_day date not null,
  days date[] not null,
  starts integer[] not null,
  unlocks integer[] not null,
  saves integer[] not null,
  constraint series_activity_sums_pk primary key (market, series_id),
  constraint series_activity_sums_market_fk foreign key (market) references series_activity_summed on delete cascade
);
-- A year is 6 kB, which fits a page; to unpack thousands of rows would take longer than to add up their days.
alter table series_activity_sums alter column days set storage plain, alter column starts set storage plain,
  alter column unlocks set storage plain, alter column saves set storage plain;

-- What came for days that were summed up already, until they are summed up again.
create table series_activity_late (
  day date not null,
  market text not null,
  series_id uuid not null,
  starts integer not null,
  unlocks integer not null,
  saves integer not null,
  constraint series_activity_late_pk primary key (market, day, series_id),
  constraint series_activity_late_market_fk foreign key (market) references series_activity_summed on delete cascade
);
grant select on series_activity_summed, series_activity_sums, series_activity_late to cliffhanger_app;

-- Until all have added up what is under way nobody sums up, and the other way round: otherwise a count could come to a
-- day that has just been summed up, without being late.
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
      unlocks = l.unlocks + excluded.unlocks, saves = l.saves + excluded.saves),
  months as (
    insert into public.series_activity_months as n (month, market, series_id, starts, unlocks, saves)
    select date_trunc('month', m.day::timestamp)::date, m.market, m.series_id, sum(m.starts), sum(m.unlocks),
      sum(m.saves)
    from by_day m group by 1, 2, 3 order by 2, 1, 3
    on conflict on constraint series_activity_months_pk do update set starts = n.starts + excluded.starts,
      unlocks = n.unlocks + excluded.unlocks, saves = n.saves + excluded.saves)
  select count(*) into counted from taken;
  return counted;
end $$;

-- Sums up the days before today of one market that is behind, and answers whether there was one. Where much came late it
-- is done again on the same day. Only the series with something new are summed up anew, each from all of its days.
create function sum_series_activity() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (public.clock() at time zone 'UTC')::date;
  much constant integer := 10000;
  behind public.series_activity_summed;
  upto date;
begin
  lock table public.series_activity_late in share row exclusive mode;
  select s.* into behind from public.series_activity_summed s
  where s.until < today or much = (
    select count(*) from (select from public.series_activity_late l where l.market = s.market limit much) l)
  order by s.until, s.market limit 1;
  if not found then
    return false;
  end if;
  upto := greatest(today, behind.until);
  insert into public.series_activity_sums (market, series_id, last_day, days, starts, unlocks, saves)
  select behind.market, c.series_id, max(c.day), array_agg(c.day), array_agg(c.starts), array_agg(c.unlocks),
    array_agg(c.saves)
  from (
    select d.series_id, d.day, (sum(d.starts) over since)::integer as starts, (sum(d.unlocks) over since)::integer as unlocks,
      (sum(d.saves) over since)::integer as saves
    from public.series_activity_days d
    where d.market = behind.market and d.day >= today - 366 and d.day < upto and d.series_id in (
      select n.series_id from public.series_activity_days n
      where n.market = behind.market and n.day >= behind.until and n.day < upto
      union
      select l.series_id from public.series_activity_late l where l.market = behind.market)
    window since as (partition by d.series_id order by d.day rows between current row and unbounded following)
    order by d.series_id, d.day) c
  group by c.series_id
  on conflict on constraint series_activity_sums_pk do update set last_day = excluded.last_day, days = excluded.days,
    starts = excluded.starts, unlocks = excluded.unlocks, saves = excluded.saves;
  delete from public.series_activity_sums s where s.market = behind.market and s.last_day < today - 366;
  delete from public.series_activity_late l where l.market = behind.market;
  update public.series_activity_summed s set until = upto where s.market = behind.market;
  return true;
end $$;
revoke execute on function sum_series_activity() from public;
grant execute on function sum_series_activity() to cliffhanger_app;

-- What happened before this migration; nobody adds up meanwhile.
lock table series_activity_days in share row exclusive mode;
insert into series_activity_summed (market, until) select distinct market, date '-infinity' from series_activity_days;
do $$
begin
  while sum_series_activity() loop
  end loop;
end $$;
