-- compatible with 0027
-- What a promo adds to a trial counts on top of whatever its provider tells, and who is subscribed is said in one place.

alter table subscription_events add column added_days integer
  constraint subscription_events_added_days check (added_days > 0);

-- Until now only the dates that it led to were kept.
update subscription_events e set added_days = (
    select greatest(1, round(extract(epoch from e.period_end - b.period_end) / 86400)::integer)
    from subscription_events b
    where b.user_id = e.user_id and b.subscription_id = e.subscription_id and b.occurred_at < e.occurred_at
    order by b.occurred_at desc limit 1)
  where e.type = 'trial_extended';

-- Kept by subscriptions: those that run now. One that was renewed ahead of time shows the period that comes, and runs in
-- the one before until then. A period that is to come gives nothing yet.
create view running_subscriptions as
  select s.user_id, s.id, s.product_id from subscriptions s
  where s.status <> 'expired' and s.current_period_end > clock()
    and (s.current_period_start <= clock() or exists (
      select from subscription_events e
      where e.user_id = s.user_id and e.subscription_id = s.id and e.type <> 'expired'
        and e.period_start <= clock() and e.period_end > clock()));
grant select on running_subscriptions to cliffhanger_app;

-- A payment may be named once the period that it pays for is known.
grant update (transaction_id) on subscription_events to cliffhanger_app;
