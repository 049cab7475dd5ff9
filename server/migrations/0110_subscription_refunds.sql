-- compatible with 0109
-- A refund of a subscription payment is an event of the subscription: it names the payment, and which period ends is
-- derived from all events. Releases before this one read the row as a cancellation.
alter table subscription_events
  add column refund_of text,
  add column is_whole_refund boolean,
  add constraint subscription_events_refund
    check (case when refund_of is null then is_whole_refund is null else is_whole_refund is not null and type = 'canceled' end)
    not valid;
grant update (refund_of, is_whole_refund) on subscription_events to cliffhanger_app;

-- A period whose payment was refunded gives no access, also where the next period is already paid for.
create or replace view running_subscriptions as
  select user_id, id, product_id from subscriptions s
  where status <> 'expired' and current_period_end > clock() and (current_period_start <= clock() or exists (
    select from subscription_events e
    where e.user_id = s.user_id and e.subscription_id = s.id and e.type <> 'expired' and e.refund_of is null
      and e.period_start <= clock() and e.period_end > clock()
      and not exists (
        select from subscription_events r
        where r.user_id = e.user_id and r.subscription_id = e.subscription_id and r.is_whole_refund
          and case when e.transaction_id is null then r.period_start = e.period_start and r.occurred_at >= e.occurred_at
            else r.refund_of = e.transaction_id end)));
