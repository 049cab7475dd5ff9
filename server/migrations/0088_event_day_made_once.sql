-- compatible with 0070
-- Two processes that needed a new day at the same moment both made it, and the requests of the second failed.
create or replace function keep_event_day(day date) returns void language plpgsql security definer set search_path = '' as $$
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
  -- Read from the table: what to_regclass has not found once it does not find after the wait either.
  if exists (select from pg_catalog.pg_class c
    where c.relname = name and c.relnamespace = 'event_days'::regnamespace) then return; end if;
  -- Attached, and not made as a partition: that lets others write to the other days meanwhile.
  execute format('create table event_days.%I (like public.viewer_events including defaults including constraints)', name);
  execute format('alter table event_days.%I add constraint in_day check (at >= %L and at < %L)', name, low, high);
  execute format('alter table public.viewer_events attach partition event_days.%I for values from (%L) to (%L)',
    name, low, high);
  execute format('alter table event_days.%I drop constraint in_day', name);
end $$;
