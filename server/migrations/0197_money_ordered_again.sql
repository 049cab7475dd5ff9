-- compatible with 0109
-- An order of money that failed was reported as a refund all the same. That report is not one of the order after it.
alter table refunds
  -- When the provider last said that an order failed.
  add column money_failed_at timestamptz(3),
  -- How often an admin ordered it again.
  add column money_retries integer not null default 0,
  add constraint refunds_money_retries check (money_retries >= 0) not valid;
-- What was confirmed of an order counts until it fails.
drop trigger refunds_closed_stay on refunds;
create trigger refunds_closed_stay before update on refunds for each row
  when (old.status <> 'pending' and (
    (new.confirmed_cents < old.confirmed_cents
      and not (new.confirmed_cents = 0 and new.money in ('failed', 'pending') and new.money <> old.money))
    or (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
    or (to_jsonb(new) - '{confirmed_cents,confirmed_at,reversed_at,money,money_reason,money_at,money_failed_at,money_retries}'::text[])
      is distinct from
      (to_jsonb(old) - '{confirmed_cents,confirmed_at,reversed_at,money,money_reason,money_at,money_failed_at,money_retries}'::text[])))
  execute function refuse_change();
