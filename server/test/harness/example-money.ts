import { exampleId } from './example-ids.ts';

/** The rows of the examples that are about money. */

/** A package that nobody bought, and one to buy. */
export const examplePackages = `
  delete from transactions where package_id in ('${exampleId('81')}', '${exampleId('82')}');
  delete from coin_packages where id in ('${exampleId('81')}', '${exampleId('82')}') or sku = 'coins_1200';
  insert into coin_packages (id, sku, coins, bonus_coins, price_cents, currency, rails) values
    ('${exampleId('81')}', 'example_500', 500, 50, 499, 'USD', '{ios_store,android_store,card_web,localwallet_*}'),
    ('${exampleId('82')}', 'example_100', 100, 0, 99, 'USD', '{ios_store,android_store}')`;

/** A payment that brought coins, and one that was announced. */
export const examplePayments = `
  delete from transactions where id in ('${exampleId('91')}', '${exampleId('94')}') or transaction_id = 'example-paid';
  insert into transactions (user_id, id, kind, platform, product_id, package_id, coins_granted, amount_cents, currency,
      amount_usd_cents, region, status)
    values ('${exampleId('11')}', '${exampleId('94')}', 'coin_pack', 'ios_store', 'example_100', '${exampleId('82')}', 100, 99, 'USD', 99,
      'EG', 'pending');
  insert into transactions (user_id, id, kind, platform, product_id, subscription_id, transaction_id, amount_cents,
      currency, amount_usd_cents, region, status, completed_at)
    values ('${exampleId('11')}', '${exampleId('91')}', 'subscription', 'ios_store', 'example_monthly', '${exampleId('81')}',
      'example-paid', 499, 'USD', 499, 'EG', 'completed', clock())`;

/** A segment that a promo is for and one that is free, and a promo with a redemption. */
export const examplePromos = `
  delete from promo_days where promo_id = '${exampleId('83')}';
  delete from promo_redemptions where promo_id = '${exampleId('83')}';
  delete from promos where id = '${exampleId('83')}' or code in ('WELCOME50', 'RAMADAN100');
  delete from segments where id in ('${exampleId('81')}', '${exampleId('82')}');
  insert into segments (id, name, rule) values
    ('${exampleId('81')}', 'Everybody', '{}'), ('${exampleId('82')}', 'Guests in Egypt', '{"countries":["EG"],"guest":true}');
  insert into promos (id, code, type, config, budget_coins, spent_coins, starts_at, ends_at, segment_id)
    values ('${exampleId('83')}', 'WELCOME50', 'coin_grant', '{"amount":50,"trigger":"manual_claim","max_uses_per_user":1}',
      10000, 50, '2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '${exampleId('81')}');
  insert into promo_redemptions (user_id, id, promo_id, coins_granted, used_at)
    values ('${exampleId('11')}', '${exampleId('84')}', '${exampleId('83')}', 50, clock());
  insert into promo_days (promo_id, day, redemptions, coins) values ('${exampleId('83')}', '2026-01-02', 1, 50)`;

/** A comparison with a provider's file in which we lack a payment. */
export const exampleReconciliation = (callerId: string): string => `
  delete from reconciliation_rows where run_id = '${exampleId('a1')}';
  delete from reconciliation_runs where id = '${exampleId('a1')}';
  insert into reconciliation_runs (id, rail, period_start, period_end, file_name, file_rows, matched,
      missing_on_our_side, totals, admin_id)
    values ('${exampleId('a1')}', 'ios_store', '2026-03-01', '2026-03-01', 'ios-march.csv', 2, 1, 1,
      '[{"bucket":"matched","currency":"USD","count":1,"amountCents":99},
        {"bucket":"missing_on_our_side","currency":"USD","count":1,"amountCents":99}]', '${callerId}');
  insert into reconciliation_rows (run_id, bucket, number, transaction_id, amount_cents, currency, created_at)
    values ('${exampleId('a1')}', 'missing_on_our_side', 3, 'example-missing', 99, 'USD', '2026-03-01T12:30:00Z')`;

/** A payment to refund, and a refund of it that waits for a second admin. */
export const exampleRefunds = `
  delete from refunds where user_id = '${exampleId('11')}';
  delete from transactions where id = '${exampleId('92')}';
  insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted,
      amount_cents, currency, amount_usd_cents, status, completed_at)
    values ('${exampleId('11')}', '${exampleId('92')}', 'coin_pack', 'ios_store', 'example_100', '${exampleId('82')}', 'example-refundable',
      500, 499, 'USD', 499, 'completed', clock());
  insert into refunds (user_id, id, purchase_id, product_id, platform, status, amount_cents, currency, amount_usd_cents,
      reason, requested_by, executed_at, money, money_reason, money_at)
    values ('${exampleId('11')}', '${exampleId('96')}', '${exampleId('91')}', 'example_monthly', 'ios_store', 'executed', 1, 'USD', 1,
      'Example', '${exampleId('d2')}', clock(), 'failed', 'expired_card', clock());
  delete from approvals where id = '${exampleId('93')}';
  insert into approvals (id, kind, reason, target_type, target_id, payload, effects, required_permission, requested_by,
      expires_at)
    values ('${exampleId('93')}', 'refund', 'refund_requested', 'refund', '${exampleId('91')}', '{}',
      '{"ledger":[],"audit":[],"approvals":[],"changes":[]}', 'payments:refund', '${exampleId('d2')}', '2100-01-01T00:00:00Z');
  insert into refunds (user_id, id, purchase_id, product_id, platform, status, amount_cents, currency, amount_usd_cents,
      reason, approval_id, requested_by)
    values ('${exampleId('11')}', '${exampleId('91')}', '${exampleId('92')}', 'example_100', 'ios_store', 'pending', 200, 'USD', 200,
      'Paid twice', '${exampleId('93')}', '${exampleId('d2')}')`;
