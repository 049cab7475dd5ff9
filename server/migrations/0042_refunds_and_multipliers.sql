-- compatible with 0027
-- Refunds that name a purchase or share their moment with another one, and what multipliers promise and bring.

alter table provider_refunds
  -- The purchase that it is of by our id, where the rail named it or it was applied to one.
  add purchase_id uuid,
  drop constraint provider_refunds_pk,
  add constraint provider_refunds_pk primary key (user_id, platform, transaction_id, occurred_at, amount_cents),
  add constraint provider_refunds_purchase_fk foreign key (user_id, purchase_id) references transactions (user_id, id);
create index provider_refunds_purchase on provider_refunds (user_id, purchase_id) where purchase_id is not null;
create index provider_refunds_waiting on provider_refunds (platform, transaction_id) where applied_at is null;

alter table transactions
  -- What refunds asked back of the coins that a multiplier brought.
  add promo_due integer not null default 0 constraint transactions_promo_due check (promo_due >= 0),
  drop constraint transactions_taken,
  add constraint transactions_taken check (coins_taken between 0 and coins_due + bonus_due + promo_due);

-- The terms of a multiplier as they were when it was redeemed.
alter table promo_redemptions
  add config jsonb constraint promo_redemptions_config check (jsonb_typeof(config) = 'object');

-- Kept by promos: the coins that multipliers brought for purchases.
create view multiplier_uses as
  select user_id, transaction_id, coins_granted from promo_redemptions where transaction_id is not null;
grant select on multiplier_uses to cliffhanger_app;
