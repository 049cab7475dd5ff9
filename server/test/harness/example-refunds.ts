/** A payment to refund, and a refund of it that waits for a second admin. */
export const exampleRefunds = (idOf: (mark: string) => string): string => `
  delete from refunds where user_id = '${idOf('11')}';
  delete from transactions where id = '${idOf('92')}';
  insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted,
      amount_cents, currency, amount_usd_cents, status, completed_at)
    values ('${idOf('11')}', '${idOf('92')}', 'coin_pack', 'ios_store', 'example_100', '${idOf('82')}', 'example-refundable',
      500, 499, 'USD', 499, 'completed', clock());
  delete from approvals where id = '${idOf('93')}';
  insert into approvals (id, kind, reason, target_type, target_id, payload, effects, required_permission, requested_by,
      expires_at)
    values ('${idOf('93')}', 'refund', 'refund_requested', 'refund', '${idOf('91')}', '{}',
      '{"ledger":[],"audit":[],"approvals":[],"changes":[]}', 'payments:refund', '${idOf('d2')}', '2100-01-01T00:00:00Z');
  insert into refunds (user_id, id, purchase_id, product_id, platform, status, amount_cents, currency, amount_usd_cents,
      reason, approval_id, requested_by)
    values ('${idOf('11')}', '${idOf('91')}', '${idOf('92')}', 'example_100', 'ios_store', 'pending', 200, 'USD', 200,
      'Paid twice', '${idOf('93')}', '${idOf('d2')}')`;
