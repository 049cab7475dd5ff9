-- compatible with 0027
-- Counts of what viewers begin that do not grow with the square of a batch, and days of events that are dropped without
-- holding up those who tell.

-- A viewer counts once a day for each episode, however often they begin it: where all that there is of the day has been
-- added just now. The day is compared as such, which leaves only the key of the viewer's own rows to look it up by, and
-- not that of all who began the episode on the day.
create or replace function count_series_starts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.series_activity_added (series_id, market, hour, starts)
  select e.series_id, coalesce(u.country_code, ''), date_trunc('hour', w.first, 'UTC'), count(*)
  from (
    select n.user_id, n.episode_id, (n.started_at at time zone 'UTC')::date as day, min(n.started_at) as first,
      count(*) as watches
    from added n group by 1, 2, 3) w
  join public.episodes e on e.id = w.episode_id
  join public.users u on u.id = w.user_id
  where w.watches = (
    select count(*) from public.watches o
    where o.user_id = w.user_id and o.episode_id = w.episode_id and (o.started_at at time zone 'UTC')::date = w.day)
  group by 1, 2, 3;
  return null;
end $$;

-- To drop a day, all who tell and all who read must let go of the table for a moment, and those who come meanwhile wait:
-- where that takes longer than this, the day is dropped another time.
create or replace function drop_event_days(before date, most integer) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '200ms' as $$
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
exception when lock_not_available then
  return 0;
end $$;
