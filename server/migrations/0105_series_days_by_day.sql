-- compatible with 0027
-- outside a transaction
-- Days first, as they are written: those of a market in a period lie together, and a day is taken out by the same index.
create unique index concurrently series_days_by_day on series_days (day, market, series_id);
