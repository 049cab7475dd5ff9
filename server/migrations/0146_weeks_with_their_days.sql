-- compatible with 0109
-- Weeks are added up together with their days from now on. Those whose days were rolled up since they were added up, or of
-- which not all days were.
delete from series_weeks where week not in (select week from rollup_weeks);
insert into series_weeks (week, market, series_id, starts, completes, watch_seconds, paywall_hits, unlocks, coins)
select m.week, d.market, d.series_id, sum(d.starts), sum(d.completes), sum(d.watch_seconds), sum(d.paywall_hits),
  sum(d.unlocks), sum(d.coins)
from (select distinct date_trunc('week', day::timestamp)::date as week from rollup_days
    except select week from rollup_weeks) m
  join series_days d on d.day between m.week and m.week + 6
group by 1, 2, 3;
