-- compatible with 0070
-- What was bought is called by its coins, or by the name of the subscription, wherever only its SKU is known.

-- Kept by store: a package by its coins.
create or replace view coin_package_names as
  select id, sku, json_build_object('kind', 'coin_pack', 'productName', null, 'coinsGranted', coins,
    'bonusCoins', bonus_coins) as bought
  from coin_packages;

-- Kept by purchases: with the coins that were bought then, which the package may no longer have.
create or replace view purchase_names as
  select id, user_id, kind, product_id, platform, coins_granted, bonus_coins,
    json_build_object('kind', kind, 'productName', (select n.name from subscription_product_names n
      where kind = 'subscription' and n.product_id = t.product_id limit 1), 'coinsGranted', coins_granted,
      'bonusCoins', bonus_coins) as bought
  from transactions t;

-- Kept by refunds.
create or replace view refund_names as
  select r.id, r.product_id,
    (select p.bought from purchase_names p where p.user_id = r.user_id and p.id = r.purchase_id) as bought
  from refunds r;
