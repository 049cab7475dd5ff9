import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readMigrations } from '../../src/kit/db/migrations.ts';
import { openWorld } from '../harness/world.ts';

/** Tables that grow with every viewer and every day. While an index of one is made in a transaction, nobody writes to it. */
const large = [
  ...[
    'users',
    'user_listing',
    'user_devices',
    'transactions',
    'refunds',
    'provider_refunds',
    'subscriptions',
    'unlocks',
  ],
  ...['promo_redemptions', 'webhook_events', 'audit_log', 'idempotency_keys', 'comments', 'watches', 'series_saves'],
  ...['ledger.events', 'ledger.entries', 'reconciliation_rows', 'push_messages', 'user_balances', 'user_last_seen'],
  ...['user_days', 'payer_days', 'episode_days', 'series_days', 'series_weeks'],
];

/** Until here they are as they landed, before anyone had such tables: docs/decisions/0013. */
const lastOld = '0068';

/** Landed before anyone had rolled up many days: docs/decisions/0013. */
const exceptions = ['series_days_day', 'user_days_days', 'episode_days_pk'].map(
  (name) => `0070_rollup_differences.sql: ${name}`,
);

const indexes = /^create\s+(?:unique\s+)?index\s+(?!concurrently\b)(\w+)\s+on\s+(?:only\s+)?([\w.]+)/gim;
const changes = /^alter table\s+([\w.]+)([^;]*);/gim;
const keys = /add constraint (\w+)\s+(?:primary key|unique)\s*\(/gi;
const made = /^create\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?([\w.]+)/gim;

/** Indexes that a text makes in its transaction, of large tables that it does not make itself. */
function heldUp(text: string): string[] {
  const own = new Set([...text.matchAll(made)].map(([, table]) => table));
  const found = [
    ...[...text.matchAll(indexes)].map(([, name = '', table = '']) => ({ name, table })),
    ...[...text.matchAll(changes)].flatMap(([, table = '', change = '']) =>
      [...change.matchAll(keys)].map(([, name = '']) => ({ name, table })),
    ),
  ];
  return found.flatMap(({ name, table }) => (large.includes(table) && !own.has(table) ? [name] : []));
}

it('an index of a large table is made concurrently, so that nobody waits for it', async () => {
  const migrations = await readMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
  const wrong = migrations
    .filter(({ name, index }) => name.slice(0, 4) > lastOld && index === undefined)
    .flatMap(({ name, text }) => heldUp(text).map((index) => `${name}: ${index}`));
  expect(wrong).toEqual(exceptions);
});

it('No constraint is left unvalidated, so that every row is known to satisfy it', async () => {
  const { database } = await openWorld();
  const { rows } = await database.pool.query('select conname from pg_constraint where not convalidated');
  expect(rows).toEqual([]);
});

it.each([
  ['create index a on transactions (id);', ['a']],
  ['create unique index a on ledger.entries using brin (id);', ['a']],
  ['create index a on flags (key);', []],
  ['create table refunds (id uuid);\ncreate index a on refunds (id);', []],
  ['create index concurrently a on transactions (id);', []],
  ['alter table users add constraint b primary key (id),\n  add constraint c unique (email);', ['b', 'c']],
  ['alter table users add constraint b primary key using index c;', []],
])('%s is seen for what it is', (text, names) => {
  expect(heldUp(text)).toEqual(names);
});
