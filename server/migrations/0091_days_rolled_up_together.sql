-- compatible with 0070
-- Days that were never rolled up are rolled up many at a time.

-- What users did on such days. '*' is all markets together, of users who may have been in several.
create unlogged table rollup_new_days (
  user_id uuid not null,
  day date not null,
  market text not null,
  steps smallint not null,
  -- Whether this is the user's only market on the days: it stands for all together, too.
  is_only boolean not null
);
grant select, insert, truncate on rollup_new_days to cliffhanger_app;
