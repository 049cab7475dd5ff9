-- compatible with 0038
-- What was bought is called by its coins wherever a purchase is named, not by its SKU.
create or replace view purchase_names as
  select id, user_id, kind, product_id, platform, coins_granted, bonus_coins from transactions;
