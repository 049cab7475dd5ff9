import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrate } from '../../kit/db/migrate.ts';
import { migrating } from '../../kit/db/migration-world.fixture.ts';

const world = migrating();
const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
const [user, pack, named, unnamed, untouched] = [1, 2, 3, 4, 5].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

const before = `
  insert into users (id, is_guest, auth_provider) values ('${user}', true, 'guest');
  insert into coin_packages (id, sku, coins, price_cents, currency, rails)
    values ('${pack}', 'coins_100', 100, 1000, 'USD', '{ios_store}');
  insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted,
      amount_cents, currency, amount_usd_cents, status, refunded_cents, refund_reason)
    select '${user}', t.id::uuid, 'coin_pack', 'ios_store', 'coins_100', '${pack}', t.name, 100, 15000, 'EGP', 1000,
      'completed', t.refunded, t.reason
    from (values ('${named}', 'one', 7500, 'late'), ('${unnamed}', 'two', 150, 'early'), ('${untouched}', 'three', 0, null))
      t (id, name, refunded, reason);
  insert into provider_refunds (user_id, platform, transaction_id, occurred_at, product_id, amount_cents, currency, reason,
      applied_at, refunded_cents, coins_taken, underpaid_cents, purchase_id) values
    ('${user}', 'ios_store', 'of-its-own', '2026-01-02T00:00:00Z', 'coins_100', 5000, 'EGP', 'early', '2026-01-02T01:00:00Z',
      5000, 34, 0, '${named}'),
    ('${user}', 'ios_store', 'one', '2026-01-03T00:00:00Z', 'coins_100', 9000, 'EGP', 'late', '2026-01-03T01:00:00Z',
      2500, 10, 500, '${named}'),
    ('${user}', 'ios_store', 'two', '2026-01-04T00:00:00Z', 'coins_100', 150, 'EGP', 'early', '2026-01-04T01:00:00Z',
      150, 1, 0, null),
    ('${user}', 'ios_store', 'three', '2026-01-05T00:00:00Z', 'coins_100', 100, 'USD', 'waits', null, 0, 0, 0, null)`;

it('What providers refunded before there were refunds is among them, and what waits is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  const copy = async (wanted: (name: string) => boolean): Promise<void> => {
    for (const name of (await readdir(migrations)).filter(wanted)) {
      await copyFile(join(migrations, name), join(folder, name));
    }
  };
  try {
    await copy((name) => name < '0045');
    await migrate(world.url, folder);
    await world.ask(before);
    await copy((name) => name.startsWith('0045'));
    await migrate(world.url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  const refunds = `select purchase_id, status, amount_cents::integer, amount_usd_cents::integer, coins_deducted,
    underpaid_cents::integer, reason, requested_by, executed_at::text from refunds order by executed_at`;
  const executed = { status: 'executed', requested_by: null };
  expect(await world.ask(refunds)).toMatchObject([
    { ...executed, purchase_id: named, amount_cents: 5000, amount_usd_cents: 333, coins_deducted: 34, reason: 'early' },
    {
      ...executed,
      purchase_id: named,
      amount_cents: 2500,
      amount_usd_cents: 167,
      underpaid_cents: 500,
      reason: 'late',
    },
    { ...executed, purchase_id: unnamed, amount_cents: 150, amount_usd_cents: 10, coins_deducted: 1 },
  ]);
  expect(await world.ask('select id, last_refund_at is null as never from transactions order by id')).toEqual([
    { id: named, never: false },
    { id: unnamed, never: false },
    { id: untouched, never: true },
  ]);
});
