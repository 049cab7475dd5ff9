import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readMigrations } from '../../src/kit/db/migrations.ts';
import { openWorld } from '../harness/world.ts';

/** Tables that grow with every viewer and every day. A migration must not lock one while it works on many rows. */
const large = [
  ...[
    'users',
    'user_listing',
    'user_devices',
    'transactions',
    'refunds',
    'provider_refunds',
    'subscriptions',
    'subscription_events',
    'unlocks',
  ],
  ...['promo_redemptions', 'webhook_events', 'audit_log', 'idempotency_keys', 'comments', 'watches', 'series_saves'],
  ...['ledger.events', 'ledger.entries', 'reconciliation_rows', 'push_messages', 'user_balances', 'user_last_seen'],
  ...['user_days', 'payer_days', 'episode_days', 'series_days', 'series_weeks', 'series_activity'],
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

const triggers = /^create trigger[^;]*? on ([\w.]+)/gim;
const notValid = /add constraint (\w+)[^;]*\bnot valid/gi;
/** Statements that read or write every row; those in functions are indented. */
const works: readonly (readonly [string, RegExp])[] = [
  ['validates', /\bvalidate constraint (\w+)/gi],
  ['checks', /\badd constraint (\w+)\s+(?:check|foreign key)\b(?![^;]*\bnot valid\b)/gi],
  ['computes', /\badd column (\w+)[^;,]*\bstored\b/gi],
  ['updates', /^update\s+([\w.]+)/gim],
  ['deletes from', /^delete from\s+([\w.]+)/gim],
  ['fills', /^insert into\s+([\w.]+)[^;]*?\bselect\b/gim],
];

/** What a migration does for many rows while its transaction holds a lock on a large table. */
function workUnderLock(text: string): string[] {
  const own = new Set([...text.matchAll(made)].map(([, table]) => table));
  const isLarge = (table = ''): boolean => large.includes(table) && !own.has(table);
  const altered = [...text.matchAll(changes)].filter(([, table]) => isLarge(table));
  const added = altered.filter(([, , change = '']) => !/^\s*validate\b/i.test(change));
  const isLocked = added.length > 0 || [...text.matchAll(triggers)].some(([, table]) => isLarge(table));
  const inThisFile = new Set(added.flatMap(([change]) => [...change.matchAll(notValid)].map(([, name]) => name)));
  const isSlow = (work: string, name: string): boolean => work !== 'validates' || inThisFile.has(name);
  const texts = isLocked ? [text] : altered.map(([change]) => change);
  return texts.flatMap((one) =>
    works.flatMap(([work, pattern]) =>
      [...one.matchAll(pattern)].flatMap(([, name = '']) => (isSlow(work, name) ? [`${work} ${name}`] : [])),
    ),
  );
}

it('an index of a large table is made concurrently, so that nobody waits for it', async () => {
  const migrations = await readMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
  const wrong = migrations
    .filter(({ name, index }) => name.slice(0, 4) > lastOld && index === undefined)
    .flatMap(({ name, text }) => heldUp(text).map((index) => `${name}: ${index}`));
  expect(wrong).toEqual(exceptions);
});

it('a migration works on many rows without a lock on a large table', async () => {
  const migrations = await readMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
  const wrong = migrations
    .filter(({ name }) => name.slice(0, 4) > lastOld)
    .flatMap(({ name, text }) => workUnderLock(text).map((work) => `${name}: ${work}`));
  expect(wrong).toEqual([]);
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

it.each([
  [
    'alter table users add constraint a check (b > 0) not valid;\nalter table users validate constraint a;',
    ['validates a'],
  ],
  ['alter table users validate constraint a;', []],
  ['alter table users add constraint a check (b > 0) not valid;', []],
  ['alter table users add column b integer, add constraint a check (b > 0);', ['checks a']],
  ['alter table users add constraint a foreign key (b) references flags (id);', ['checks a']],
  ['alter table users add column b integer generated always as (c + 1) stored;', ['computes b']],
  ['alter table users add column b integer;\nupdate users set b = 1;', ['updates users']],
  [
    'create trigger t after update on users for each row execute function f();\ninsert into a select id from users;',
    ['fills a'],
  ],
  [
    'create trigger t after update on flags for each row execute function f();\ninsert into a select id from users;',
    [],
  ],
  ['alter table users add column b integer;\ninsert into flags (key) values (1);', []],
])('%s holds up others with: %j', (text, work) => {
  expect(workUnderLock(text)).toEqual(work);
});
