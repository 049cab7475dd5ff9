import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { insertPayment } from '../../../test/harness/transactions.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
await makeRole(world, 'clerk', ['payments:read']);
const clerk = await makeAdminActor(world, 'clerk');
const support = await makeAdminActor(world, 'support');

interface Item {
  id: string;
  allowed: string[];
  [field: string]: unknown;
}
interface Page {
  items: Item[];
  nextCursor: string | null;
  error: string;
}

const url = '/admin/payments/transactions';
const list = async (query: string) => (await clerk.get<Page>(`${url}?${query}`)).body.items.map(({ id }) => id);
const totals = async (query: string) => (await clerk.get(`${url}/totals?${query}`)).body;

const layla = await makeViewer(world, { displayName: 'Layla K' });
const budi = await makeViewer(world, { displayName: 'Budi', isGuest: true, countryCode: 'ID' });
const pack = await makePackage(world, { sku: 'coins_550' });
await (await makeAdminActor(world, 'finance')).post('/admin/subscription-products', {
  productId: 'vip_monthly',
  name: 'VIP, monthly',
  periodDays: 30,
  priceCents: 999,
  currency: 'USD',
  bonusCoins: 5,
  unlocksAll: true,
});
const sold = { packageId: pack.id, productId: pack.sku };
const first = await insertPayment(world, { ...sold, userId: layla.id, createdAt: '2031-03-01T00:00:00Z' });
const second = await insertPayment(world, {
  ...sold,
  userId: budi.id,
  platform: 'localwallet_dana',
  region: 'ID',
  currency: 'IDR',
  amountCents: 150_000,
  amountUsdCents: 1000,
  refundedCents: 75_000,
  transactionId: 'DANA-7',
  createdAt: '2031-03-01T23:59:59.999Z',
});
const third = await insertPayment(world, {
  userId: budi.id,
  platform: 'localwallet_gcash',
  region: 'PH',
  currency: 'PHP',
  amountUsdCents: 500,
  status: 'refunded',
  refundedCents: 999,
  createdAt: '2031-03-02T00:00:00Z',
});
const fourth = await insertPayment(world, {
  ...sold,
  userId: layla.id,
  platform: 'android_store',
  transactionId: null,
  region: null,
  status: 'pending',
  failureReason: 'card_declined',
  createdAt: '2031-03-03T08:00:00Z',
});

await world.database.pool.query(
  `update transactions set disputed_at = clock(), dispute_reason = 'fraudulent',
     dispute_closed_at = case when id = $1 then clock() end where id in ($1, $2, $3)`,
  [first, second, third],
);

describe('transactions', () => {
  it('are listed newest first, as in the user’s list, with user and product', async () => {
    const { body } = await support.get<Page>(url);
    expect(body.items.map(({ id }) => id)).toEqual([fourth, third, second, first]);
    const own = (await support.get<Page>(`/admin/users/${budi.id}/purchases`)).body.items;
    const named = { user: { id: budi.id, label: 'Budi', isGuest: true, countryCode: 'ID' } };
    expect(body.items.slice(1, 3)).toEqual([
      { ...own[0], ...named, productName: 'VIP, monthly', allowed: [] },
      { ...own[1], ...named, productName: null, allowed: ['refund'] },
    ]);
  });
  it.each([
    ['', [fourth, third, second, first]],
    ['disputed=true', [second]],
    ['disputed=false', [fourth, third, first]],
    ['rail=ios_store', [first]],
    ['rail[]=ios_store&rail[]=android_store', [fourth, first]],
    ['rail=ios_store&rail=localwallet_dana', [second, first]],
    ['rail=localwallet_*', [third, second]],
    ['rail=localwallet_*,localwallet_dana,ios_store', [third, second, first]],
    ['rail=vas_*', []],
    ['rail=vas_nowhere', []],
    ['status=pending', [fourth]],
    ['failed=true', [fourth]],
    ['status=pending&failed=false', []],
    ['failed=false', [third, second, first]],
    ['status=refunded', [third]],
    ['status=completed&rail=localwallet_*', [second]],
    ['country=ID', [second]],
    ['country=ph', [third]],
    ['currency=IDR', [second]],
    ['currency=idr', [second]],
    ['kind=subscription', [third]],
    ['kind=coin_pack', [fourth, second, first]],
    [`userId=${layla.id}`, [fourth, first]],
    ['userId=nobody', []],
    ['dateFrom=2031-03-01&dateTo=2031-03-01', [second, first]],
    ['dateFrom=2031-03-02', [fourth, third]],
    ['q=DANA-7', [second]],
    ['q=coins_550', [fourth, second, first]],
    ['q=coins_550&rail=localwallet_*', [second]],
    [`q=${third.toUpperCase()}`, [third]],
    ['q=coins', []],
  ])('are filtered by %j', async (query, ids) => {
    expect(await list(query)).toEqual(ids);
    expect((await totals(query)).count).toBe(ids.length);
  });
  it.each([
    ['country=ZZ', 'country'],
    ['currency=ZZZ', 'currency'],
    ['status=lost', 'status'],
    ['rail=nope', 'rail.0'],
    ['rail=ios_store,nowhere*', 'rail.1'],
    ['dateFrom=2031-03-02&dateTo=2031-03-01', 'dateFrom'],
    ['dateFrom=2031-02-30', 'dateFrom'],
    ['rails=ios_store', 'rails'],
    ['limit=201', 'limit'],
  ])('are refused for %j with the invalid field', async (query, path) => {
    expect((await clerk.get(`${url}?${query}`)).body).toMatchObject({ statusCode: 400, details: [{ path }] });
  });
  it('are paged consistently, also over several rails', async () => {
    for (const query of ['', 'rail=localwallet_*,ios_store,android_store', 'q=coins_550']) {
      const whole = await list(query);
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body }: { body: Page } = await clerk.get<Page>(
          `${url}?limit=1&${query}${cursor && `&cursor=${cursor}`}`,
        );
        walked.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      expect(walked, query).toEqual(whole);
    }
    const { nextCursor } = (await clerk.get<Page>(`${url}?limit=1`)).body;
    const foreign = await clerk.get<Page>(`${url}?limit=1&status=completed&cursor=${nextCursor}`);
    expect(foreign.body.error).toBe('invalid_cursor');
  });
  it('are totaled in US cents at their own rates, without pending ones', async () => {
    const all = { count: 4, failedCount: 1, grossUsdCents: 999 + 1000 + 500, refundedUsdCents: 500 + 500 };
    expect(await totals('')).toEqual({ ...all, isWhole: true });
    const inIndonesia = { count: 1, failedCount: 0, grossUsdCents: 1000, refundedUsdCents: 500, isWhole: true };
    expect(await totals('country=ID')).toEqual(inIndonesia);
    expect(await totals('rail=vas_nowhere')).toEqual({
      count: 0,
      failedCount: 0,
      grossUsdCents: 0,
      refundedUsdCents: 0,
      isWhole: true,
    });
  });
  it('require payments:read, and users:read for names', async () => {
    const analyst = await makeAdminActor(world, 'analyst');
    for (const path of ['', '/totals', '/export.csv', `/${first}`]) {
      expect((await analyst.get(`${url}${path}`)).status, path).toBe(403);
    }
    const [item] = (await clerk.get<Page>(`${url}?q=DANA-7`)).body.items;
    expect(item).toMatchObject({ user: { id: budi.id, label: null, countryCode: null }, allowed: [] });
  });
});
