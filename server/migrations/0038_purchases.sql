-- compatible with 0027
-- What providers refunded by themselves, and what users have spent.

alter table transactions
  -- When the payment last failed, by the provider's clock: older news does not change the reason.
  add failed_at timestamptz(3),
  -- What refunds asked back of the coins and the bonus coins so far, also where there were none left to take.
  add coins_due integer not null default 0,
  add bonus_due integer not null default 0,
  -- What they took of both, and the cents for which there was nothing to take.
  add coins_taken integer not null default 0,
  add underpaid_cents bigint not null default 0,
  -- What is left of it in US cents.
  add net_usd_cents bigint not null generated always as (case
    when status = 'pending' then 0
    when refunded_cents >= amount_cents then case when status = 'refunded' then 0 else amount_usd_cents end
    else amount_usd_cents - round(amount_usd_cents::numeric * refunded_cents / amount_cents)::bigint end) stored,
  add constraint transactions_due check (coins_due between 0 and coins_granted and bonus_due between 0 and bonus_coins),
  add constraint transactions_taken check (coins_taken between 0 and coins_due + bonus_due),
  add constraint transactions_underpaid check (underpaid_cents between 0 and refunded_cents);

-- One that comes before the payment which it refunds waits here for it.
create table provider_refunds (
  user_id uuid not null constraint provider_refunds_user_fk references users,
  platform text not null,
  -- As the rail calls the payment.
  transaction_id text not null,
  -- By the provider's clock. Nothing else tells two refunds of a payment apart.
  occurred_at timestamptz(3) not null,
  product_id text not null,
  amount_cents bigint not null constraint provider_refunds_amount check (amount_cents >= 0),
  currency text not null constraint provider_refunds_currency check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  -- Null while it waits.
  applied_at timestamptz(3),
  refunded_cents bigint not null default 0,
  coins_taken integer not null default 0,
  underpaid_cents bigint not null default 0,
  -- The movement of coins that it brought, if any.
  event_id uuid,
  created_at timestamptz(3) not null default clock(),
  constraint provider_refunds_pk primary key (user_id, platform, transaction_id, occurred_at)
);
grant select, insert, update on provider_refunds to cliffhanger_app;

-- What a payment was for, to those who tell of the coins that it brought and of what was done to it.
create view purchase_names as select id, user_id, kind, product_id, platform from transactions;
grant select on purchase_names to cliffhanger_app;

create or replace function rebuild_user_listing() returns void language plpgsql set search_path = '' as $$
begin
  lock table public.users in exclusive mode;
  insert into public.user_listing as l (user_id, status, country_code, is_guest, created_at, total_spend_cents)
  select u.id, u.status, u.country_code, u.is_guest, u.created_at,
    coalesce((select sum(t.net_usd_cents) from public.transactions t where t.user_id = u.id), 0)
  from public.users u
  on conflict on constraint user_listing_pk do update set status = excluded.status,
    country_code = excluded.country_code, is_guest = excluded.is_guest, created_at = excluded.created_at,
    total_spend_cents = excluded.total_spend_cents;
  insert into public.user_balances as b (user_id, balance_total)
  select u.id, coalesce((select sum(amount) from ledger.entries where user_id = u.id and seq is not null), 0)
  from public.users u
  on conflict on constraint user_balances_pk do update set balance_total = excluded.balance_total;
  -- When someone was seen cannot be told from anything else; who has no row has not been seen.
  insert into public.user_last_seen (user_id) select u.id from public.users u
  on conflict on constraint user_last_seen_pk do nothing;
  delete from public.user_counts;
  insert into public.user_counts (status, country_code, is_guest, day, shard, users)
  select status, coalesce(country_code, ''), is_guest, (created_at at time zone 'UTC')::date, 0, count(*)
  from public.users group by 1, 2, 3, 4;
end $$;
