-- compatible with 0027
-- What a rollup works on, so that a day costs what has changed of it, and not what there is of all days.

-- What users did on the day by the last rollup and do now, a row where that differs; '*' is all markets together. The
-- tables rollup_steps and rollup_changed, which releases before this one work on, go with a later migration.
create unlogged table rollup_differences (
  user_id uuid not null,
  market text not null,
  was smallint not null,
  now smallint not null
);
grant select, insert, delete on rollup_differences to cliffhanger_app;

-- A day is taken out as a whole, and counts that have come to nothing with it.
create index series_days_day on series_days (day);
create index reach_days_empty on reach_days (day) where users = 0;

-- A day is written at the end of the table and of its key, and not all over it.
alter table episode_days drop constraint episode_days_pk,
  add constraint episode_days_pk primary key (day, market, series_id, episode_id);
drop index episode_days_day;

-- Users are looked up by their key, also on a day of which nothing was known when the table was last analyzed: by an index
-- on days alone, which then looks as short as the key, each of them would be looked for among all of the day.
create index user_days_days on user_days using brin (day date_minmax_multi_ops) with (pages_per_range = 32, autosummarize = on);
drop index user_days_day;
