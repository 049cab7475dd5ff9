-- compatible with 0027
-- By the index on days alone those of a period were read in all markets, to show them of one.
alter table series_days drop constraint series_days_pk,
  add constraint series_days_pk primary key using index series_days_by_day;
drop index series_days_day;
