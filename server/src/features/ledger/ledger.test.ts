import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { giveCoins, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

interface Entry {
  id: string;
  eventId: string;
  amount: number;
  reason: string;
  refType: string;
  refId: string;
  createdAt: string;
  accounts: { account: string; amount: number }[];
}
interface Page {
  items: Entry[];
  nextCursor: string | null;
}
interface Wallet {
  balanceTotal: number;
  balancePaid: number;
  balanceBonus: number;
  recentEntries: Entry[];
}

const gift = (userId: string, amount: number) =>
  moveCoins(world, { userId, reason: 'promo_grant', bonus: { amount, counter: 'source_promo' } });

async function walk(path: string, limit: number): Promise<Entry[]> {
  const seen: Entry[] = [];
  let cursor = '';
  do {
    const { body } = await support.get<Page>(`${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
    expect(body.items.length).toBeLessThanOrEqual(limit);
    seen.push(...body.items);
    cursor = body.nextCursor ?? '';
  } while (cursor);
  return seen;
}

describe('the wallet', () => {
  it('of a user without coins is empty', async () => {
    const viewer = await makeViewer(world);
    expect((await viewer.get('/v1/wallet')).body).toEqual({
      balanceTotal: 0,
      balancePaid: 0,
      balanceBonus: 0,
      recentEntries: [],
    });
  });
  it('separates paid and bonus coins, and has the newest entries of the ledger', async () => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { paid: 100, bonus: 10 });
    const spent = await moveCoins(world, {
      userId: viewer.id,
      reason: 'unlock',
      refType: 'episode',
      refId: 'episode-7',
      spend: 25,
      counter: 'sink_unlock',
    });
    const { body } = await viewer.get<Wallet>('/v1/wallet');
    expect(body).toMatchObject({ balanceTotal: 85, balancePaid: 85, balanceBonus: 0 });
    expect(body.recentEntries[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      eventId: spent.eventId,
      amount: -25,
      reason: 'unlock',
      refType: 'episode',
      refId: 'episode-7',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      accounts: [
        { account: 'wallet_bonus', amount: -10 },
        { account: 'wallet_paid', amount: -15 },
      ],
    });
    const { body: ledger } = await support.get<Page>(`/admin/users/${viewer.id}/ledger`);
    expect(body.recentEntries.map((entry) => ({ ...entry, subject: null, causeLabel: null, bought: null }))).toEqual(
      ledger.items,
    );
  });
  it('has the newest twenty entries', async () => {
    const viewer = await makeViewer(world);
    for (let amount = 1; amount <= 23; amount++) await gift(viewer.id, amount);
    const { body } = await viewer.get<Wallet>('/v1/wallet');
    expect(body.recentEntries.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, n) => 23 - n));
  });
  it('is that of the caller, under concurrency', async () => {
    const viewers = await Promise.all(Array.from({ length: 12 }, () => makeViewer(world)));
    await Promise.all(viewers.map(({ id }, n) => gift(id, n + 1)));
    const wallets = await Promise.all(viewers.map((viewer) => viewer.get<Wallet>('/v1/wallet')));
    expect(wallets.map(({ body }) => body.balanceTotal)).toEqual(viewers.map((_, n) => n + 1));
  });
  it('shows movements of another process at once, also if the total is unchanged', async () => {
    const otherProcess = world.another();
    const viewer = await makeViewer(world);
    await giveCoins(otherProcess, viewer.id, { paid: 30, bonus: 20 });
    const before = await viewer.get<Wallet>('/v1/wallet');
    const again = await viewer.get<Wallet>('/v1/wallet');
    expect(again.text).toBe(before.text);
    await moveCoins(otherProcess, { userId: viewer.id, spend: 20, counter: 'sink_unlock' });
    const spent = await viewer.get<Wallet>('/v1/wallet');
    expect(spent.body).toMatchObject({ balanceTotal: 30, balancePaid: 30, balanceBonus: 0 });
    await moveCoins(otherProcess, { userId: viewer.id, bonus: { amount: 20, counter: 'source_promo' } });
    const given = await viewer.get<Wallet>('/v1/wallet');
    expect(given.body.recentEntries.map(({ amount }) => amount)).toEqual([20, -20, 50]);
    expect(given.body).toMatchObject({ balanceTotal: before.body.balanceTotal, balancePaid: 30, balanceBonus: 20 });
  });
  it('is cached per caller', async () => {
    const [one, other] = [await makeViewer(world), await makeViewer(world)];
    await gift(one.id, 5);
    await gift(other.id, 5);
    const events = async (viewer: typeof one) =>
      (await viewer.get<Wallet>('/v1/wallet')).body.recentEntries.map(({ eventId }) => eventId);
    const [first, second] = [await events(one), await events(other)];
    expect(first).not.toEqual(second);
    expect([await events(one), await events(other)]).toEqual([first, second]);
  });
  it('of another user cannot be read, and is not cached by proxies', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    await gift(other.id, 9);
    const { body, headers } = await viewer.get<Wallet>(`/v1/wallet?userId=${other.id}`);
    expect([body.balanceTotal, headers['cache-control']]).toEqual([0, 'no-store']);
  });
});

describe('the ledger of a user', () => {
  it('is paged from newest to oldest without loss or repetition, also while coins move', async () => {
    const viewer = await makeViewer(world);
    for (let amount = 1; amount <= 11; amount++) await gift(viewer.id, amount);
    const first = await support.get<Page>(`/admin/users/${viewer.id}/ledger?limit=4`);
    await gift(viewer.id, 99);
    const amounts = first.body.items.map(({ amount }) => amount);
    let cursor = first.body.nextCursor;
    while (cursor) {
      const { body } = await support.get<Page>(`/admin/users/${viewer.id}/ledger?limit=4&cursor=${cursor}`);
      amounts.push(...body.items.map(({ amount }) => amount));
      cursor = body.nextCursor;
    }
    expect(amounts).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
  it.each([1, 3, 6, 200])('is the same in pages of %i', async (limit) => {
    const viewer = await makeViewer(world);
    for (let amount = 1; amount <= 6; amount++) await gift(viewer.id, amount);
    const entries = await walk(`/admin/users/${viewer.id}/ledger`, limit);
    expect(entries.map(({ amount }) => amount)).toEqual([6, 5, 4, 3, 2, 1]);
    const numbers = entries.map(({ id }) => BigInt(id));
    expect(numbers).toEqual([...numbers].sort((a, b) => (a > b ? -1 : 1)));
  });
  it('refuses a cursor of another user, a damaged and a forged one', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    for (const { id } of [viewer, other]) for (const amount of [1, 2, 3]) await gift(id, amount);
    const { body } = await support.get<Page>(`/admin/users/${viewer.id}/ledger?limit=1`);
    const cursor = body.nextCursor ?? '';
    const [, seal] = cursor.split('.');
    const numbered = Buffer.from(JSON.stringify([2, body.items[0]?.eventId])).toString('base64url');
    const forged = [
      ['another user’s', other.id, cursor],
      ['cut', viewer.id, cursor.slice(0, -3)],
      ['with something behind', viewer.id, `${cursor}!`],
      ['with another number', viewer.id, `${numbered}.${seal}`],
      ['without its seal', viewer.id, cursor.split('.')[0] ?? ''],
      ['in plain text', viewer.id, Buffer.from(`${viewer.id}:2`).toString('base64url')],
      ['made up', viewer.id, Buffer.from(`${viewer.id}:1; drop table users`).toString('base64url')],
      ['endless', viewer.id, Buffer.from(`${viewer.id}:${'9'.repeat(40)}`).toString('base64url')],
      ['empty', viewer.id, ''],
    ] as const;
    for (const [name, id, value] of forged) {
      const answer = await support.get(`/admin/users/${id}/ledger?cursor=${encodeURIComponent(value)}`);
      expect([name, answer.body.error]).toEqual([name, 'invalid_cursor']);
    }
  });
  it.each(['0', '201', '-1', '1.5', 'many'])('refuses pages of %s', async (limit) => {
    const viewer = await makeViewer(world);
    const { body } = await support.get(`/admin/users/${viewer.id}/ledger?limit=${limit}`);
    expect(body.error).toBe('validation_failed');
  });
  it('requires wallet:read, and an existing user', async () => {
    const viewer = await makeViewer(world);
    const moderator = await makeAdminActor(world, 'moderator');
    expect((await moderator.get(`/admin/users/${viewer.id}/ledger`)).status).toBe(403);
    expect((await support.get(`/admin/users/${support.id}/ledger`)).status).toBe(404);
    expect((await support.get('/admin/users/not-an-id/ledger')).status).toBe(404);
  });
});

describe('one event of the ledger', () => {
  it('has both sides of every pair, and the cause', async () => {
    const viewer = await makeViewer(world);
    const { eventId } = await moveCoins(world, {
      userId: viewer.id,
      reason: 'iap',
      refType: 'purchase',
      refId: 'purchase-1',
      paid: { amount: 100, counter: 'source_iap_ios_store' },
      bonus: { amount: 10, counter: 'source_bonus' },
    });
    const userId = viewer.id;
    const id = expect.stringMatching(/^\d+$/);
    expect((await support.get(`/admin/ledger/events/${eventId}`)).body).toEqual({
      eventId,
      reason: 'iap',
      refType: 'purchase',
      refId: 'purchase-1',
      createdAt: expect.stringMatching(/Z$/),
      entries: [
        { id, account: 'wallet_bonus', userId, amount: 10 },
        { id, account: 'source_bonus', userId, amount: -10 },
        { id, account: 'wallet_paid', userId, amount: 100 },
        { id, account: 'source_iap_ios_store', userId, amount: -100 },
      ],
      cause: { type: 'purchase', id: 'purchase-1' },
      subject: null,
    });
  });
  it('that does not exist is not found', async () => {
    expect((await support.get('/admin/ledger/events/01930000-0000-7000-8000-00000000dead')).status).toBe(404);
    expect((await support.get('/admin/ledger/events/1')).status).toBe(404);
  });
});
