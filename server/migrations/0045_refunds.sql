-- compatible with 0027
-- What is given back of payments: asked for by admins, or made by providers themselves.

create table refunds (
  user_id uuid not null constraint refunds_user_fk references users,
  id uuid not null,
  purchase_id uuid not null,
  -- What was paid for and by which rail, as the purchase says.
  product_id text not null,
  platform text not null,
  status text not null constraint refunds_status check (status in ('pending', 'executed', 'rejected')),
  amount_cents bigint not null,
  currency text not null constraint refunds_currency check (currency ~ '^[A-Z]{3}$'),
  -- The same in US cents, at the rate of the purchase.
  amount_usd_cents bigint not null constraint refunds_amount_usd check (amount_usd_cents >= 0),
  reason text not null,
  reverse_unlocks boolean not null default false,
  reversed_unlock_ids uuid[] not null default '{}',
  coins_deducted integer not null default 0 constraint refunds_coins check (coins_deducted >= 0),
  -- The part for which there were no coins to take back.
  underpaid_cents bigint not null default 0,
  -- The movement that took the coins, if any.
  event_id uuid,
  approval_id uuid constraint refunds_approval_fk references approvals,
  -- Nobody where a provider made it.
  requested_by uuid constraint refunds_requested_by_fk references admins,
  decided_by uuid constraint refunds_decided_by_fk references admins,
  reject_reason text,
  created_at timestamptz(3) not null default clock(),
  executed_at timestamptz(3),
  rejected_at timestamptz(3),
  constraint refunds_pk primary key (user_id, id),
  constraint refunds_id_unique unique (id),
  constraint refunds_purchase_fk foreign key (user_id, purchase_id) references transactions (user_id, id),
  -- A provider may give back a payment of nothing.
  constraint refunds_amount check (amount_cents >= case when requested_by is null then 0 else 1 end),
  constraint refunds_underpaid check (underpaid_cents between 0 and amount_cents),
  constraint refunds_executed check ((status = 'executed') = (executed_at is not null)),
  constraint refunds_rejected
    check ((status = 'rejected') = (rejected_at is not null) and (status = 'rejected') = (reject_reason is not null)),
  constraint refunds_by_provider check (requested_by is not null or status = 'executed'),
  -- The second person is another person, whatever the code above the database believes.
  constraint refunds_two_people check (status <> 'executed' or decided_by <> requested_by)
);
create index refunds_newest on refunds (created_at, id);
create index refunds_status_newest on refunds (status, created_at, id);
create index refunds_user_newest on refunds (user_id, created_at, id);
create index refunds_purchase on refunds (purchase_id, user_id);
create index refunds_approval on refunds (approval_id) where approval_id is not null;
create index refunds_requested_by on refunds (requested_by) where requested_by is not null;
create index refunds_decided_by on refunds (decided_by) where decided_by is not null;
-- What was executed or rejected stays so.
create trigger refunds_closed_stay before update on refunds
  for each row when (old.status <> 'pending') execute function refuse_change();
grant select, insert, update on refunds to cliffhanger_app;

-- Kept by refunds: what the audit log calls them by.
create view refund_names as select id, product_id from refunds;
grant select on refund_names to cliffhanger_app;

alter table transactions
  -- When the latest refund was made; its reason is that of the payment.
  add last_refund_at timestamptz(3);

insert into refunds (user_id, id, purchase_id, product_id, platform, status, amount_cents, currency, amount_usd_cents,
  reason, coins_deducted, underpaid_cents, event_id, created_at, executed_at)
select p.user_id, gen_random_uuid(), t.id, t.product_id, t.platform, 'executed', p.refunded_cents, t.currency,
  case when t.amount_cents = 0 then 0 else round(t.amount_usd_cents::numeric * p.refunded_cents / t.amount_cents) end,
  p.reason, p.coins_taken, p.underpaid_cents, p.event_id, p.applied_at, p.applied_at
from provider_refunds p join transactions t on t.user_id = p.user_id and (t.id = p.purchase_id
  or (p.purchase_id is null and t.platform = p.platform and t.transaction_id = p.transaction_id))
where p.applied_at is not null;

update transactions t set last_refund_at = (
    select max(p.occurred_at) from provider_refunds p
    where p.user_id = t.user_id and p.applied_at is not null and (p.purchase_id = t.id
      or (p.purchase_id is null and p.platform = t.platform and p.transaction_id = t.transaction_id)))
  where t.refund_reason is not null;

-- Unlocks that a refund took back. The episode can be unlocked again.
create table reversed_unlocks (
  user_id uuid not null constraint reversed_unlocks_user_fk references users,
  id uuid not null,
  episode_id uuid not null constraint reversed_unlocks_episode_fk references episodes,
  coins integer not null constraint reversed_unlocks_coins check (coins > 0),
  price_source text not null,
  -- The movement that paid for it, and the one that put the coins back.
  event_id uuid not null,
  reversal_event_id uuid not null,
  created_at timestamptz(3) not null,
  reversed_at timestamptz(3) not null,
  constraint reversed_unlocks_pk primary key (user_id, id)
);
create index reversed_unlocks_episode on reversed_unlocks (episode_id);
grant select, insert on reversed_unlocks to cliffhanger_app;
grant delete on unlocks to cliffhanger_app;
