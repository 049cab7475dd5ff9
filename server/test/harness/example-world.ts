import type pg from 'pg';
import { Actor, type AdminActor, anonymous, makeAdminActor, password, tokenFor } from './actor.ts';
import { closeAfterFile } from './close-after-file.ts';
import { exampleComments } from './example-comments.ts';
import { exampleCatalog, exampleCuration, exampleMedia } from './example-content.ts';
import { exampleFlag } from './example-flag.ts';
import { exampleId } from './example-ids.ts';
import {
  examplePackages,
  examplePayments,
  examplePromos,
  exampleReconciliation,
  exampleRefunds,
} from './example-money.ts';
import { examplePushes } from './example-pushes.ts';
import { saveRows } from './saved-rows.ts';
import { connectWithoutTriggers } from './without-triggers.ts';
import { openWorld, type World } from './world.ts';

/**
 * The rows that the examples of the OpenAPI document name, so that its calls do something when they are made as shown.
 * A feature whose examples name rows adds them to `exampleRows`.
 */

const distant = new Date('2100-01-01T00:00:00Z');

type Row = Readonly<Record<string, unknown>>;

/** One row of a table each. The session is the caller's own, because nobody can end another's. */
const exampleRows = (callerId: string, supportRole: string, superRole: string): readonly (readonly [string, Row])[] => [
  ['roles', { id: exampleId('f1'), name: 'example role', permissions: ['catalog:read'] }],
  ['roles', { id: exampleId('f2'), name: 'role to go', permissions: ['catalog:read'] }],
  [
    'admins',
    { id: exampleId('d1'), email: 'jonas@example.com', name: 'Jonas', role_id: supportRole, password_hash: '' },
  ],
  ['admins', { id: exampleId('d2'), email: 'sari@example.com', name: 'Sari', role_id: superRole, password_hash: '' }],
  ['audit_log', { id: exampleId('a1'), action: 'admin.create', admin_email: 'system' }],
  ['admin_sessions', { id: exampleId('e1'), admin_id: callerId, expires_at: distant }],
  [
    'approvals',
    {
      id: exampleId('b1'),
      kind: 'role_delete',
      reason: 'two_person_rule',
      target_type: 'role',
      target_id: exampleId('f2'),
      payload: JSON.stringify({ name: 'role to go' }),
      effects: JSON.stringify({ ledger: [], audit: [], approvals: [], changes: [] }),
      required_permission: '*',
      requested_by: exampleId('d2'),
      expires_at: distant,
    },
  ],
  [
    'alerts',
    {
      id: exampleId('b8'),
      kind: 'mint_spike',
      subject_type: 'ledger_account',
      subject_id: 'source_support_grant',
      severity: 'warning',
      figures: JSON.stringify({ coins: 41_000, usual: 3_000 }),
      window_to: distant,
    },
  ],
  [
    'exchange_rates',
    {
      id: exampleId('b2'),
      currency: 'IDR',
      day: '2026-02-01',
      usd_per_unit: '0.0000619',
      source: 'hand',
      set_by: exampleId('d2'),
    },
  ],
  [
    'saved_views',
    {
      id: exampleId('a7'),
      admin_id: callerId,
      list: 'series',
      name: 'In review',
      search: '{"status":"in_review"}',
      role_id: supportRole,
    },
  ],
  ['outbox', { id: exampleId('c1'), topic: 'example', payload: '{}', status: 'dead' }],
];

/** Users with a little history. Tables whose rows go by more than an id are written out. */
const exampleUsers = (callerId: string): string => `
  delete from admin_second_factors where admin_id = '${exampleId('d1')}';
  insert into admin_second_factors (admin_id, secret, confirmed_at) values ('${exampleId('d1')}', '', clock());
  delete from user_listing where user_id in ('${exampleId('11')}', '${exampleId('12')}');
  delete from user_balances where user_id in ('${exampleId('11')}', '${exampleId('12')}');
  delete from user_last_seen where user_id in ('${exampleId('11')}', '${exampleId('12')}');
  delete from ledger.entries where user_id = '${exampleId('11')}';
  delete from ledger.events where user_id = '${exampleId('11')}';
  delete from subscription_events where user_id = '${exampleId('11')}';
  delete from subscriptions where user_id = '${exampleId('11')}';
  delete from user_notes where user_id = '${exampleId('11')}';
  delete from users where id in ('${exampleId('11')}', '${exampleId('12')}');
  insert into users (id, is_guest, email, display_name, country_code, language, auth_provider, status) values
    ('${exampleId('11')}', false, 'layla.k@example.com', 'Layla K', 'EG', 'ar', 'password', 'active'),
    ('${exampleId('12')}', false, 'budi@example.com', 'Budi', 'ID', 'id', 'password', 'suspended');
  insert into user_listing (user_id, status, country_code, is_guest, created_at)
    select id, status, country_code, is_guest, created_at
    from users where id in ('${exampleId('11')}', '${exampleId('12')}');
  insert into user_last_seen (user_id) values ('${exampleId('11')}'), ('${exampleId('12')}');
  insert into user_balances (user_id, balance_total) values ('${exampleId('11')}', 30), ('${exampleId('12')}', 0);
  insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
    values ('${exampleId('31')}', '${exampleId('11')}', 'example', 'apology_example', 'adjustment', 'example', 0, 30);
  insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total) values
    ('${exampleId('11')}', '${exampleId('31')}', 1, 'wallet_bonus', 30, 1, 30),
    ('${exampleId('11')}', '${exampleId('31')}', 2, 'source_support_grant', -30, null, null);
  insert into user_notes (user_id, id, body, admin_id)
    values ('${exampleId('11')}', '${exampleId('21')}', 'Prefers to be called in the evening.', '${callerId}');
  delete from subscription_products where id = '${exampleId('f1')}' or product_id in ('example_monthly', 'vip_monthly');
  insert into subscription_products (id, product_id, name, period_days, price_cents, currency)
    values ('${exampleId('f1')}', 'example_monthly', 'Example, monthly', 30, 499, 'USD');
  insert into subscriptions (user_id, id, platform, provider_subscription_id, product_id, status, auto_renew,
      current_period_start, current_period_end, price_cents, currency, region, occurred_at)
    values ('${exampleId('11')}', '${exampleId('81')}', 'ios_store', 'example-subscription', 'example_monthly', 'active', true,
      '2026-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 499, 'USD', 'EG', '2026-01-01T00:00:00Z');
  insert into subscription_events (user_id, id, subscription_id, type, occurred_at, product_id, period_start, period_end,
      auto_renew, price_cents, currency, region, is_paid)
    values ('${exampleId('11')}', '${exampleId('82')}', '${exampleId('81')}', 'started', '2026-01-01T00:00:00Z', 'example_monthly',
      '2026-01-01T00:00:00Z', '2100-01-01T00:00:00Z', true, 499, 'USD', 'EG', true)`;

/** A price of its own for a market, and a free day. */
const examplePrices = `
  delete from free_series_entries;
  insert into free_series_entries (id, day, series_id) values ('${exampleId('72')}', '2030-01-10', '${exampleId('43')}');
  delete from price_overrides where id = '${exampleId('71')}';
  insert into price_overrides (id, scope, market, coins, active_from)
    values ('${exampleId('71')}', 'market', 'ID', 7, '2026-01-01T00:00:00Z')`;

/** What the examples create, or would take from each other, must not be in the way of creating it again. */
const clearTheWay = `
  update admins set email = id || '@renamed.example' where email = 'mina@example.com';
  update users set email = id || '@renamed.example' where email = 'layla@example.com';
  delete from saved_views;
  update roles set name = id::text where lower(name) in ('night desk', 'example role', 'role to go');
  delete from approvals where target_id in ('${exampleId('d1')}', '${exampleId('f1')}', '${exampleId('f2')}', '${exampleId('41')}', '${exampleId('51')}')`;

export interface Examples {
  /** Puts every example row back as it was. */
  restore(callerId: string): Promise<void>;
  /** Makes the purchase that waits to be paid, and the push that can be opened, those of a user. */
  giveTo(email: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The example rows of a world. They are put there past the triggers that guard them: what is closed for good and what
 * is append-only would otherwise serve for one call.
 */
export async function openExamples(world: World): Promise<Examples> {
  const client = await connectWithoutTriggers(world);
  const { rows } = await client.query<{ id: string }>(
    "select id from roles where name in ('support', 'superadmin') order by name desc",
  );
  const [supportRole = '', superRole = ''] = rows.map(({ id }) => id);
  return {
    async restore(callerId) {
      await client.query('begin');
      await client.query(clearTheWay);
      for (const [table, row] of exampleRows(callerId, supportRole, superRole)) await put(client, table, row);
      const money = [examplePackages, examplePayments, examplePromos, exampleRefunds, exampleReconciliation(callerId)];
      const content = [exampleCatalog(callerId), exampleMedia, examplePrices];
      const shown = [exampleCuration, examplePushes(callerId), exampleFlag, exampleComments(callerId)];
      for (const text of [exampleUsers(callerId), ...content, ...money, ...shown]) await client.query(text);
      await client.query('commit');
    },
    async giveTo(email) {
      const user = 'select id from users where email = $1';
      await client.query(`update transactions set user_id = (${user}) where id = '${exampleId('94')}'`, [email]);
      await client.query(`update push_messages set user_id = (${user}) where id = '${exampleId('e6')}'`, [email]);
    },
    close: () => client.end(),
  };
}

async function put(client: pg.Client, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(`delete from ${table} where id = $1`, [row.id]);
  await client.query(`insert into ${table} (${columns.join()}) values (${places.join()})`, Object.values(row));
}

/** The superadmin who signs in with the email and the password that the document shows. */
export async function makeExampleRoot(world: World): Promise<AdminActor> {
  const root = await makeAdminActor(world, 'superadmin', { email: 'root@example.com' });
  if (password !== 'a quiet harbour at dawn') throw new Error(`${root.email} would not sign in as the document shows`);
  return root;
}

/** The user of the app who signs in as the document shows. */
async function makeExampleViewer(world: World): Promise<Actor> {
  const account = { email: 'viewer@example.com', password, displayName: 'Viewer' };
  const { body } = await anonymous(world).post<{ access_token: string }>('/v1/auth/register', account);
  return new Actor(world, { authorization: `Bearer ${body.access_token}` });
}

export interface ExampleWorld {
  readonly world: World;
  /** Who calls past each guard, and the admin who asked for the example approval. */
  readonly callers: Readonly<Record<'admin' | 'user' | 'open' | 'asker', Actor>>;
  /** Makes the world anew, as it was before any example was run. */
  reset(): Promise<void>;
}

/** A world with the example rows and nothing else, to be spoilt by one call after the other. */
export async function openExampleWorld(): Promise<ExampleWorld> {
  const world = await openWorld();
  const root = await makeExampleRoot(world);
  const examples = await openExamples(world);
  await examples.restore(root.id);
  const asker = new Actor(world, { authorization: `Bearer ${await tokenFor(world, exampleId('d2'))}` });
  const viewer = await makeExampleViewer(world);
  await examples.giveTo('viewer@example.com');
  await examples.close();

  const saved = await saveRows(world);
  closeAfterFile(() => saved.close());
  return {
    world,
    callers: { admin: root, user: viewer, open: anonymous(world), asker },
    reset: () => saved.restore(),
  };
}
