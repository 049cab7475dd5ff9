import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AdminActor } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { type AuditEntry, write } from './record.ts';
import { type Entry, openUndoWorld, type Thing } from './undo.fixture.ts';

/** Undoing while someone else changes the same: what they did first counts, whatever it is that is undone. */

const { world, curator, other, pricer, operator, of, undo, collection, rail } = await openUndoWorld();

interface Race {
  who: AdminActor;
  entry: Entry;
  /** What concurrent changes lock first. */
  held: RawBuilder<unknown>;
  /** How such a change is recorded. */
  change: AuditEntry;
  seen: () => Promise<unknown>;
}

const surface = sql`select from curated_orders where name = 'discover' for no key update`;
const rails = async () => (await curator.get('/admin/rails?surface=discover&limit=200')).body;
const orderOf = async () =>
  (await curator.get<{ items: Thing[] }>('/admin/rails?surface=discover&limit=200')).body.items.map(({ id }) => id);

async function ofRail(change: (id: string) => Promise<unknown>): Promise<Race> {
  const { id } = await rail((await collection()).id);
  await change(id);
  const action = 'rail.update';
  return {
    who: curator,
    entry: await of('rail', id),
    held: surface,
    seen: rails,
    change: { action, target: { type: 'rail', id }, before: {}, after: {} },
  };
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function ofFreeDay(): Promise<Race> {
  const [seriesId, second] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
  const date = day(20);
  await curator.put('/admin/free-series', { date, seriesId, marketCode: 'ID' });
  await curator.put('/admin/free-series', { date, seriesId: second, marketCode: 'ID' });
  const about = { date, marketCode: 'ID' };
  return {
    who: curator,
    entry: await of('series', second),
    held: sql`select from free_series_entries where day = ${date} for no key update`,
    change: { action: 'free_series.set', target: { type: 'series', id: seriesId }, before: about, after: about },
    seen: async () => (await curator.get(`/admin/free-series?dateFrom=${date}`)).body,
  };
}

async function ofReel(): Promise<Race> {
  for (const editorialHeroScore of [5, 6]) {
    const entries = [{ seriesId: await makeSeries(world, 'published'), editorialHeroScore }];
    await curator.put('/admin/preview-reel', { entries });
  }
  const target = { type: 'preview_reel', id: 'preview_reel' };
  return {
    who: curator,
    entry: await of(target.type, target.id),
    held: sql`select from curated_orders where name = 'preview_reel' for no key update`,
    change: { action: 'preview_reel.update', target, before: {}, after: {} },
    seen: async () => (await curator.get('/admin/preview-reel')).body,
  };
}

async function ofFlag(): Promise<Race> {
  await operator.put('/admin/flags', { flags: { raced: true } });
  return {
    who: operator,
    entry: await of('flag', 'raced'),
    held: sql`select from flag_edition for no key update`,
    change: { action: 'flag.set', target: { type: 'flag', id: 'raced' }, before: {}, after: {} },
    seen: async () => (await operator.get('/admin/flags')).body,
  };
}

async function ofOverride(): Promise<Race> {
  const made = await pricer.post<Thing>('/admin/pricing/overrides', { scope: 'market', scopeRef: 'ID', coins: 4 });
  const { id } = made.body;
  await pricer.put(`/admin/pricing/overrides/${id}`, { coins: 9 });
  return {
    who: pricer,
    entry: await of('pricing_override', id),
    held: sql`select from price_overrides where id = ${id} for no key update`,
    change: { action: 'pricing_override.update', target: { type: 'pricing_override', id }, before: {}, after: {} },
    seen: async () => (await pricer.get(`/admin/pricing/overrides/${id}`)).body,
  };
}

async function ofPackage(): Promise<Race> {
  const made = await pricer.post<Thing>('/admin/coin-packages', {
    sku: 'raced_100',
    coins: 100,
    priceCents: 99,
    currency: 'USD',
    rails: ['ios_store'],
  });
  const { id } = made.body;
  await pricer.put(`/admin/coin-packages/${id}`, { status: 'paused' });
  return {
    who: pricer,
    entry: await of('coin_package', id),
    held: sql`select from coin_packages where id = ${id} for no key update`,
    change: { action: 'coin_package.update', target: { type: 'coin_package', id }, before: {}, after: {} },
    seen: async () => (await pricer.get(`/admin/coin-packages/${id}`)).body,
  };
}

async function ofOrder(): Promise<Race> {
  await rail((await collection()).id);
  await rail((await collection()).id);
  await curator.put('/admin/rails/reorder', { surface: 'discover', order: (await orderOf()).toReversed() });
  const target = { type: 'surface', id: 'discover' };
  return {
    who: curator,
    entry: await of(target.type, target.id),
    held: surface,
    seen: rails,
    change: { action: 'rail.reorder', target, before: {}, after: {} },
  };
}

const origin = { requestId: null, ip: null, now: new Date() };

describe('an undo waits for a concurrent change and is then refused', () => {
  it.each<[string, () => Promise<Race>]>([
    ['a rail that was made', () => ofRail(async () => undefined)],
    ['a rail that was paused', () => ofRail((id) => curator.put(`/admin/rails/${id}`, { status: 'paused' }))],
    ['a rail that was deleted', () => ofRail((id) => curator.delete(`/admin/rails/${id}`))],
    ['the order of rails', ofOrder],
    ['the preview reel', ofReel],
    ['a free day', ofFreeDay],
    ['a flag', ofFlag],
    ['a price', ofOverride],
    ['the status of a package', ofPackage],
  ])('%s', async (_name, prepare) => {
    const { who, entry, held, change, seen } = await prepare();
    const before = await seen();
    const undoing: ReturnType<typeof undo>[] = [];
    await world.database.transaction(async (tx) => {
      await held.execute(tx);
      undoing.push(undo(who, entry));
      await expect.poll(() => countLockWaiters(world)).toBeGreaterThan(0);
      await write(tx, other, origin, change);
    });
    const [answer] = await Promise.all(undoing);
    expect(answer?.body).toMatchObject({ error: 'undo_conflict', later: { admin_email: other.email } });
    expect(await seen()).toEqual(before);
  });
});
