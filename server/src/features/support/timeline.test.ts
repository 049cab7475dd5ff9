import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { giveCoins, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { mergeTimeline, type TimelineSource } from './timeline.ts';

const world = await openWorld();
const [support, finance] = [
  await makeAdminActor(world, 'support', { name: 'Putri' }),
  await makeAdminActor(world, 'finance'),
];
afterEach(() => world.clock.shift('0'));

await finance.post('/admin/subscription-products', {
  productId: 'vip',
  name: 'VIP',
  periodDays: 30,
  priceCents: 999,
  currency: 'USD',
});

interface Item {
  id: string;
  type: string;
  at: string;
  title: string;
  data: Record<string, unknown>;
}
interface Page {
  items: Item[];
  nextCursor: string | null;
  error: string;
}

const read = (id: string, query = '') => support.get<Page>(`/admin/users/${id}/timeline?${query}`);

async function walk(id: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: Page } = await read(id, `limit=${limit}${cursor && `&cursor=${cursor}`}`);
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

/** One of everything that there is to tell. */
async function seedTimeline(id: string): Promise<void> {
  await giveCoins(world, id, { bonus: 10 });
  await support.post(`/admin/users/${id}/notes`, { body: 'Called about a purchase.' });
  await support.post(`/admin/users/${id}/comp-subscription`, { days: 7, productId: 'vip', reason: 'sorry' });
  await support.post(`/admin/users/${id}/wallet/adjust`, { amount: 5, direction: 'grant', reason: 'apology_x' });
  await support.post(`/admin/users/${id}/suspend`, { reason: 'spam' });
}

describe('the timeline of a user', () => {
  it('merges coins, notes, subscriptions and actions of admins, newest first', async () => {
    const { id } = await makeViewer(world);
    await seedTimeline(id);
    const { body } = await read(id);
    const moments = body.items.map(({ at }) => at);
    expect(moments).toEqual([...moments].sort().reverse());
    expect(body.items.map(({ type, title }) => `${type}: ${title}`).sort()).toEqual([
      'admin: user.comp_subscription',
      'admin: user.suspend',
      'coins: apology_x',
      'coins: iap',
      'note: Called about a purchase.',
      'subscription: VIP',
    ]);
    const dataOf = (type: string) => body.items.filter((item) => item.type === type).map(({ data }) => data);
    expect(dataOf('note')).toEqual([{ admin_email: support.email, admin_name: 'Putri' }]);
    expect(dataOf('admin')).toContainEqual({
      admin_email: support.email,
      admin_name: 'Putri',
      reason: 'spam',
    });
    expect(dataOf('coins')).toContainEqual(expect.objectContaining({ amount: 5, refType: 'adjustment' }));
    expect(dataOf('subscription')).toEqual([
      {
        productId: 'vip',
        platform: 'comp',
        status: 'active',
        interruption: null,
        currentPeriodEnd: expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  });
  it('shows moderators neither coins nor subscriptions, and finance everything', async () => {
    const { id } = await makeViewer(world);
    await seedTimeline(id);
    const typesFor = async (role: string) => {
      const { body } = await (await makeAdminActor(world, role)).get<Page>(`/admin/users/${id}/timeline`);
      return [...new Set(body.items.map(({ type }) => type))].sort();
    };
    expect(await typesFor('moderator')).toEqual(['admin', 'note']);
    const moderator = await makeAdminActor(world, 'moderator');
    const { items } = (await moderator.get<Page>(`/admin/users/${id}/timeline`)).body;
    expect(items.flatMap(({ type, title }) => (type === 'admin' ? [title] : []))).toEqual(['user.suspend']);
    expect(await typesFor('finance')).toEqual(['admin', 'coins', 'note', 'subscription']);
  });
  it.each([1, 2, 5, 200])('is the same in pages of %i', async (limit) => {
    const { id } = await makeViewer(world);
    await seedTimeline(id);
    await extendTimeline(id);
    const whole = (await read(id, 'limit=200')).body.items;
    expect(await walk(id, limit)).toEqual(whole);
  });
  it('is complete if more happened at one time than fits on a page', async () => {
    const { id } = await makeViewer(world);
    await world.clock.stopAt(new Date().toISOString());
    for (let n = 0; n < 70; n++) await moveCoins(world, { userId: id, bonus: { amount: 1, counter: 'source_test' } });
    await seedTimeline(id);
    const items = await walk(id, 4);
    expect(items).toHaveLength(76);
    expect(new Set(items.map((item) => item.id)).size).toBe(76);
    expect(new Set(items.map(({ at }) => at)).size).toBe(1);
  });
  it('is sorted by time, also for coins numbered in another order', async () => {
    const { id } = await makeViewer(world);
    for (const day of ['03', '01', '02']) {
      await world.clock.stopAt(`2026-01-${day}T00:00:00Z`);
      await moveCoins(world, { userId: id, reason: day, bonus: { amount: 1, counter: 'source_test' } });
    }
    await world.clock.shift('0');
    expect((await walk(id, 1)).map(({ title }) => title)).toEqual(['03', '02', '01']);
  });
  it('returns every older item once while more happens', async () => {
    const { id } = await makeViewer(world);
    await seedTimeline(id);
    const before = (await read(id)).body.items.map((item) => item.id);
    const first = (await read(id, 'limit=2')).body;
    await giveCoins(world, id, { bonus: 1 });
    const second = (await read(id, `limit=200&cursor=${first.nextCursor}`)).body;
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(before);
  });
  it('excludes deleted notes, and refuses the cursor of another user', async () => {
    const [{ id }, other] = [await makeViewer(world), await makeViewer(world)];
    await seedTimeline(id);
    const { body: notes } = await support.get<{ items: { id: string }[] }>(`/admin/users/${id}/notes`);
    await support.delete(`/admin/users/${id}/notes/${notes.items[0]?.id}`);
    expect((await read(id)).body.items.map(({ type }) => type)).not.toContain('note');
    const { nextCursor } = (await read(id, 'limit=1')).body;
    expect((await read(other.id, `cursor=${nextCursor}`)).body.error).toBe('invalid_cursor');
    expect((await read(id, 'cursor=nonsense')).body.error).toBe('invalid_cursor');
    expect((await read(other.id)).body).toEqual({ items: [], nextCursor: null });
  });
});

async function extendTimeline(id: string): Promise<void> {
  await support.post(`/admin/users/${id}/reactivate`, { note: 'appeal accepted' });
  await support.post(`/admin/users/${id}/devices/logout-all`);
  for (let n = 0; n < 5; n++) await giveCoins(world, id, { bonus: 1 });
}

it('A timeline runs three queries at a time, to limit its connections', async () => {
  let [running, most] = [0, 0];
  const source = (n: number): TimelineSource => ({
    type: `source ${n}`,
    list: async () => {
      most = Math.max(most, ++running);
      await turn();
      running--;
      return [{ id: newId(), type: 'note', at: new Date(n), title: String(n), data: {} }];
    },
  });
  const sources = Array.from({ length: 12 }, (_, n) => source(n));
  const items = await mergeTimeline(world.database.db, sources, [], newId(), 50);
  expect(items.map(({ title }) => Number(title))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(most).toBe(3);
});
