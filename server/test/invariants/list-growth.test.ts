import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endpointsOf } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/kit/http/endpoint.ts';
import { newId } from '../../src/kit/id.ts';
import type { Actor } from '../harness/actor.ts';
import { openExampleWorld } from '../harness/example-world.ts';
import { multiplyRows } from '../harness/multiply.ts';

/** A list asks the database as often for thirty rows as for three. */

const { world, callers } = await openExampleWorld();

const isList = ({ method, reply }: Endpoint): boolean =>
  method === 'GET' && reply !== undefined && JSON.stringify(reply).includes('"nextCursor"');
const nameOf = ({ url }: Endpoint): string => url;

/** Responses in the shape of a list whose length does not depend on the data, and why. */
const bounded: Record<string, string> = {
  '/v1/demo': 'the demo admins are in the code',
  '/v1/admin/feed-preview/empty-rails': 'each rail is composed by itself, of which a surface shows twelve',
};
const lists = endpointsOf(world).filter((endpoint) => isList(endpoint) && !(nameOf(endpoint) in bounded));

/** Lists that do not grow with the rows, and why. */
const fixed: Record<string, string> = {
  '/v1/admin/cron': 'the jobs are in the code',
  '/v1/admin/exchange-rates': 'copies are of the same currencies',
  '/v1/admin/ledger/blocks': 'a block is of thousands of events',
  '/v1/admin/audit-log/blocks': 'a block is of thousands of entries',
  '/v1/admin/collections/contents': 'the example asks for one collection',
  '/v1/admin/feed-preview/stops': 'copies change the feed at the same moments',
  '/v1/admin/genres': 'copies have the same genres',
  '/v1/admin/economy/events': 'the example is of a day long ago',
  '/v1/admin/payments/reconciliation/:id/sums': 'the example compares rows, not sums',
  '/v1/admin/payments/reconciliation/:id/rows': 'rows are numbered in their run, of which copies are made',
};

/** What the examples leave out: a viewer and a user who watch, save what they watch, and buy coins. */
async function addHistories(): Promise<void> {
  const { db } = world.database;
  const { rows } = await sql<{ id: string }>`select id from users`.execute(db);
  for (const { id } of rows) {
    await sql`insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed)
      select ${id}, ${newId()}, e.id, clock(), 1, false from episodes e where e.status = 'published'`.execute(db);
    await sql`insert into unlocks (user_id, id, episode_id, coins, price_source)
      select ${id}, gen_random_uuid(), e.id, 0, 'free_episode' from episodes e where e.status = 'published'
      on conflict do nothing`.execute(db);
    await sql`insert into transactions (user_id, id, kind, platform, product_id, package_id, amount_cents, currency,
        amount_usd_cents, status)
      select ${id}, gen_random_uuid(), 'coin_pack', 'card_web', p.sku, p.id, 499, 'USD', 499, 'pending'
      from coin_packages p`.execute(db);
    await sql`insert into series_saves (user_id, series_id)
      select ${id}, s.id from series s where s.status = 'published'`.execute(db);
  }
}

/** Copies of schedules are of the same series, so each copy of a series gets one of its own. */
const scheduleSeries = () =>
  sql`insert into publish_schedules (id, ref_type, ref_id, action, run_at, created_by)
    select gen_random_uuid(), 'series', s.id, 'publish', '2030-06-01T00:00:00Z', (select min(id::text)::uuid from admins)
    from series s where s.status = 'in_review'`.execute(world.database.db);

async function lookAt(endpoint: Endpoint): Promise<{ rows: number; statements: readonly string[] }> {
  const { url, example = {}, guard } = endpoint;
  const path = url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(example.params?.[name] ?? 'missing'));
  const { maximum = 200 }: { maximum?: number } = endpoint.query?.limit ?? {};
  const query = new URLSearchParams({ ...example.query, ...(endpoint.query?.limit && { limit: String(maximum) }) });
  const caller = new Map<string, Actor>(Object.entries(callers)).get(guard.name) ?? expect.unreachable(guard.name);
  const { status, text, body, statements } = await caller.get<{ items: unknown[] }>(`${path}?${query.toString()}`);
  expect(status, `${url} ${text}`).toBe(200);
  return { rows: body.items.length, statements };
}

async function lookAtAll() {
  const looks = new Map<string, Awaited<ReturnType<typeof lookAt>>>();
  for (const endpoint of lists) looks.set(nameOf(endpoint), await lookAt(endpoint));
  return looks;
}

async function multiply(times: number): Promise<void> {
  await multiplyRows(world, times);
  await scheduleSeries();
}

await addHistories();
await multiply(3);
const few = await lookAtAll();
await multiply(10);
const many = await lookAtAll();

describe('a list', () => {
  it('is found wherever there is one', () => {
    expect(lists.length).toBeGreaterThan(20);
  });
  it.each(lists.map(nameOf).filter((name) => !(name in fixed)))('%s has grown with the rows', (name) => {
    expect(few.get(name)?.rows).toBeGreaterThanOrEqual(2);
    expect(many.get(name)?.rows).toBeGreaterThanOrEqual(20);
  });
  it.each(lists.map(nameOf))('%s sends no more statements for many rows than for few', (name) => {
    const [before, after] = [few.get(name)?.statements ?? [], many.get(name)?.statements ?? []];
    expect(before.length).toBeGreaterThan(0);
    expect(after.length, after.join('\n')).toBeLessThanOrEqual(before.length);
  });
});
