/** What the examples of the OpenAPI document sell and give away. */

export const idOf = (mark: string): string => `01930000-0000-7000-8000-0000000000${mark}`;

/** A package that nobody bought, and one to buy. */
export const examplePackages = `
  delete from transactions where package_id in ('${idOf('81')}', '${idOf('82')}');
  delete from coin_packages where id in ('${idOf('81')}', '${idOf('82')}') or sku = 'coins_1200';
  insert into coin_packages (id, sku, coins, bonus_coins, price_cents, currency, rails) values
    ('${idOf('81')}', 'example_500', 500, 50, 499, 'USD', '{ios_store,android_store,card_web,localwallet_*}'),
    ('${idOf('82')}', 'example_100', 100, 0, 99, 'USD', '{ios_store,android_store}')`;

/** A segment that a promo is for and one that is free, and a promo with a redemption. */
export const examplePromos = `
  delete from promo_days where promo_id = '${idOf('83')}';
  delete from promo_redemptions where promo_id = '${idOf('83')}';
  delete from promos where id = '${idOf('83')}' or code in ('WELCOME50', 'RAMADAN100');
  delete from segments where id in ('${idOf('81')}', '${idOf('82')}');
  insert into segments (id, name, rule) values
    ('${idOf('81')}', 'Everybody', '{}'), ('${idOf('82')}', 'Guests in Egypt', '{"countries":["EG"],"guest":true}');
  insert into promos (id, code, type, config, budget_coins, spent_coins, starts_at, ends_at, segment_id)
    values ('${idOf('83')}', 'WELCOME50', 'coin_grant', '{"amount":50,"trigger":"manual_claim","max_uses_per_user":1}',
      10000, 50, '2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '${idOf('81')}');
  insert into promo_redemptions (user_id, id, promo_id, coins_granted, used_at)
    values ('${idOf('11')}', '${idOf('84')}', '${idOf('83')}', 50, clock());
  insert into promo_days (promo_id, day, redemptions, coins) values ('${idOf('83')}', '2026-01-02', 1, 50)`;
