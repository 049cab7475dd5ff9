import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { systemCtx } from '../audit/public.ts';
import { applySubscriptionEvent, type ProviderEventType, type SubscriptionEventData } from './public.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const product = { name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD', bonusCoins: 5, unlocksAll: true };
await finance.post('/admin/subscription-products', { ...product, productId: 'vip_monthly' });
await finance.post('/admin/subscription-products', { ...product, productId: 'vip_weekly', name: 'Weekly' });

interface Item {
  id: string;
  status: string;
  history: Record<string, unknown>[];
  [field: string]: unknown;
}
interface Page {
  items: Item[];
  nextCursor: string | null;
  error: string;
}

const list = async (query: string) => (await finance.get<Page>(`/admin/subscriptions?${query}`)).body.items;

const periodStart = new Date(Date.now() - 86_400_000).toISOString();
const periodEnd = new Date(Date.now() + 86_400_000).toISOString();

async function told(
  rail: string,
  data: Partial<SubscriptionEventData> & { userId: string },
  type: ProviderEventType = 'started',
) {
  const defaults = { productId: 'vip_monthly', subscriptionId: newId(), autoRenew: true, priceCents: 999 };
  const whole = { ...defaults, periodStart, periodEnd, currency: 'USD', ...data };
  const eventResult = await world.database.transaction((tx, now) =>
    applySubscriptionEvent(systemCtx(tx, now), rail, { type, occurredAt: new Date(periodStart), data: whole }),
  );
  return eventResult.subscription?.id ?? '';
}

describe('subscriptions', () => {
  it('are listed newest first with names, filtered and paged', async () => {
    const layla = await makeViewer(world, { displayName: 'Layla K', countryCode: 'EG' });
    const budi = await makeViewer(world, { displayName: 'Budi', countryCode: 'ID' });
    const first = await told('ios_store', { userId: layla.id, subscriptionId: 'store-1' });
    const second = await told('localwallet_gcash', { userId: budi.id, region: 'PH', productId: 'vip_weekly' });
    const third = await told('web', { userId: budi.id }, 'canceled');
    const comp = { days: 3, productId: 'vip_weekly', reason: 'apology' };
    const given = (
      await (await makeAdminActor(world, 'support')).post<Item>(`/admin/users/${layla.id}/comp-subscription`, comp)
    ).body.id;
    const [, , , oldest] = await list('');
    expect(oldest).toMatchObject({
      id: first,
      userId: layla.id,
      user: { id: layla.id, label: 'Layla K' },
      productName: 'VIP',
      region: 'EG',
      status: 'active',
      providerSubscriptionId: 'store-1',
      platform: 'ios_store',
      allowed: [],
    });
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('')).toEqual([given, third, second, first]);
    expect(await ids('status=canceled')).toEqual([third]);
    expect(await ids('platform=localwallet_*')).toEqual([second]);
    expect(await ids('platform=comp')).toEqual([given]);
    const unknown = await finance.get('/admin/subscriptions?platform=nope');
    expect(unknown.body).toMatchObject({ statusCode: 400, details: [{ path: 'platform' }] });
    expect(await ids('country=ph')).toEqual([second]);
    expect(await ids('country=EG')).toEqual([given, first]);
    expect(await ids('productId=vip_weekly')).toEqual([given, second]);
    expect(await ids(`userId=${budi.id}&status=active`)).toEqual([second]);
    expect(await ids('userId=nobody')).toEqual([]);
    expect(await ids('q=store-1')).toEqual([first]);
    expect(await ids(`q=${second.toUpperCase()}`)).toEqual([second]);
    const page = (await finance.get<Page>('/admin/subscriptions?limit=3')).body;
    expect(await ids(`limit=3&cursor=${page.nextCursor}`)).toEqual([first]);
    const foreign = await finance.get<Page>(`/admin/subscriptions?status=active&cursor=${page.nextCursor}`);
    expect(foreign.body.error).toBe('invalid_cursor');
    expect((await finance.get<Page>('/admin/subscriptions?country=ZZ')).status).toBe(400);
  });
  it.each(['ios_store', 'android_store', 'card_web', 'localwallet_dana', 'mobilemoney_mpesa_ke'])(
    'that %s tells of are of that platform, there and on the page of the user',
    async (platform) => {
      const { id: userId } = await makeViewer(world);
      const period = { periodStart, periodEnd, autoRenew: true, priceCents: 999, currency: 'USD' };
      const data = { userId, subscriptionId: newId(), productId: 'vip_monthly', ...period };
      await sendPayment(world, platform, { type: 'subscription.started', occurredAt: periodStart, data });
      expect(await list(`userId=${userId}`)).toMatchObject([{ platform, status: 'active' }]);
      const { body } = await finance.get(`/admin/users/${userId}`);
      expect(body.subscriptions).toMatchObject([{ platform, status: 'active' }]);
    },
  );
  it('are read with their events', async () => {
    const viewer = await makeViewer(world);
    const id = await told('ios_store', { userId: viewer.id, subscriptionId: 'read', transactionId: 'paid-1' });
    await told('ios_store', { userId: viewer.id, subscriptionId: 'read', autoRenew: false }, 'canceled');
    const { body } = await finance.get<Item>(`/admin/subscriptions/${id}`);
    expect(body).toMatchObject({ id, status: 'canceled', canceledAt: periodStart });
    expect(body.history).toMatchObject([
      { type: 'canceled', isPaid: false, bonusCoins: 0 },
      { type: 'started', isPaid: true, bonusCoins: 5, transactionId: 'paid-1', productName: 'VIP', periodEnd },
    ]);
    expect((await finance.get(`/admin/subscriptions/${newId()}`)).status).toBe(404);
  });
  it('require payments:read, and users:read for names', async () => {
    expect((await (await makeAdminActor(world, 'analyst')).get('/admin/subscriptions')).status).toBe(403);
    const root = await makeAdminActor(world, 'superadmin');
    await root.post('/admin/roles', { name: 'payments only', description: '', permissions: ['payments:read'] });
    const clerk = await makeAdminActor(world, 'payments only');
    const { body } = await clerk.get<Page>('/admin/subscriptions?q=store-1');
    expect(body.items[0]).toMatchObject({ user: { label: null } });
  });
});
