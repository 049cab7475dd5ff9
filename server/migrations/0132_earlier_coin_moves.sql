-- compatible with 0109
-- Moves from before 0128, on the first day that is known for them. In a transaction of its own, so that nothing waits for
-- the lock under which 0128 makes its trigger; a move that the trigger has recorded meanwhile is not recorded again.
insert into user_coin_moves (user_id, day, from_market, to_market, paid, bonus)
select p.user_id, d.day, p.country_code, p.to_market, b.paid, b.bonus
from (
  select p.user_id, p.up_to_no, p.country_code, (e.created_at at time zone 'UTC')::date as last_day,
    coalesce(lead(p.country_code) over (partition by p.user_id order by p.up_to_no), u.country_code, '') as to_market
  from user_past_countries p
  join users u on u.id = p.user_id
  join ledger.events e on e.user_id = p.user_id and e.no = p.up_to_no) p
cross join lateral (
  select coalesce(min(m.day), p.last_day) as day from user_moves m
  where m.user_id = p.user_id and m.country_code = p.country_code and m.day >= p.last_day) d
cross join lateral (
  select sum(e.paid_change) as paid, sum(e.bonus_change) as bonus
  from ledger.events e where e.user_id = p.user_id and e.no <= p.up_to_no) b
where p.to_market <> p.country_code and (b.paid <> 0 or b.bonus <> 0) and not exists (
  select from user_coin_moves m
  where m.user_id = p.user_id and m.day = d.day and m.from_market = p.country_code and m.to_market = p.to_market);
