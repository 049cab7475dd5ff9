-- compatible with 0027
-- The days of whole weeks added up, so that a month or a year of all series takes a few rows of each. A week is in
-- rollup_weeks while its sums are those of its days; which release has rolled up one of them anew does not matter.
create table series_weeks (
  week date not null,
  market text not null,
  series_id uuid not null,
  starts integer not null,
  completes integer not null,
  watch_seconds bigint not null,
  paywall_hits integer not null,
  unlocks integer not null,
  coins bigint not null,
  constraint series_weeks_pk primary key (week, market, series_id)
);
create table rollup_weeks (
  week date constraint rollup_weeks_pk primary key constraint rollup_weeks_monday check (extract(isodow from week) = 1)
);
grant select, insert, delete on series_weeks, rollup_weeks to cliffhanger_app;

create function forget_rolled_up_week() returns trigger language plpgsql as $$
begin
  delete from public.rollup_weeks where week = date_trunc('week', new.day::timestamp)::date;
  return null;
end $$;
revoke execute on function forget_rolled_up_week() from public;
create trigger rollup_days_change after insert or update on rollup_days
  for each row execute function forget_rolled_up_week();
