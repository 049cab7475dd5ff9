-- compatible with 0109
-- A period stays refunded where the rail reports its cancellation after the refund: only a payment without a name, made
-- after the refund, pays for the period again. Mirrors `refundedAt` of features/subscriptions/rules.ts.
create or replace view running_subscriptions as
  select user_id, id, product_id from subscriptions s
  where status <> 'expired' and current_period_end > clock() and (current_period_start <= clock() or exists (
    select from subscription_events e
    where e.user_id = s.user_id and e.subscription_id = s.id and e.type <> 'expired' and e.refund_of is null
      and e.period_start <= clock() and e.period_end > clock()
      and not exists (
        select from subscription_events r
        where r.user_id = e.user_id and r.subscription_id = e.subscription_id and r.is_whole_refund
          and case when e.is_paid and e.transaction_id is not null then r.refund_of = e.transaction_id
            else r.period_start = e.period_start and (not e.is_paid or r.occurred_at >= e.occurred_at) end)));
