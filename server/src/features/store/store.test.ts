import { beforeAll, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { railAllows } from './rules.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const [guest, traveller] = [await makeViewer(world, { isGuest: true }), await makeViewer(world, { countryCode: null })];

interface Page {
  items: { sku: string; displayCurrency: string }[];
  nextCursor: string | null;
  error: string;
}

const packages = [
  { sku: 'b_500', coins: 500, bonusCoins: 50, rails: ['ios_store', 'localwallet_*'] },
  { sku: 'a_500', coins: 500, rails: ['ios_store'] },
  { sku: 'c_80', coins: 80, rails: ['android_store', 'localwallet_gopay'] },
  { sku: 'd_2000', coins: 2000, rails: ['localwallet_*', 'vas_zain'] },
  { sku: 'e_10', coins: 10, rails: ['ios_store'], status: 'paused' },
];
beforeAll(async () => {
  for (const one of packages) {
    const { status } = await finance.post('/admin/coin-packages', { ...one, priceCents: 499, currency: 'USD' });
    expect(status).toBe(201);
  }
});

const skus = async (query: string) =>
  (await guest.get<Page>(`/v1/store/packages?${query}`)).body.items.map(({ sku }) => sku);

describe('the store', () => {
  it('shows what can be bought, fewest coins first and then by sku, in the currency of the viewer’s country', async () => {
    const { body } = await guest.get<Page>('/v1/store/packages');
    expect(body.items.map(({ sku }) => sku)).toEqual(['c_80', 'a_500', 'b_500', 'd_2000']);
    expect(body.nextCursor).toBeNull();
    expect(body.items[2]).toEqual({
      id: expect.any(String),
      sku: 'b_500',
      coins: 500,
      bonusCoins: 50,
      priceCents: 499,
      currency: 'USD',
      displayCurrency: 'EGP',
    });
    const [first] = (await traveller.get<Page>('/v1/store/packages')).body.items;
    expect(first?.displayCurrency).toBe('USD');
  });
  it('gives prices in US cents and says so, whatever a package is shown in, and may be kept for five minutes', async () => {
    const shownInRupiah = { sku: 'f_9000', coins: 9000, rails: ['card_web'], priceCents: 499, currency: 'IDR' };
    expect((await finance.post('/admin/coin-packages', shownInRupiah)).status).toBe(201);
    const [ofGuest, ofTraveller] = [
      await guest.get<Page>('/v1/store/packages?rail=card_web'),
      await traveller.get<Page>('/v1/store/packages?rail=card_web'),
    ];
    expect(ofGuest.body.items).toMatchObject([{ priceCents: 499, currency: 'USD', displayCurrency: 'EGP' }]);
    expect(ofTraveller.body.items).toMatchObject([{ priceCents: 499, currency: 'USD', displayCurrency: 'IDR' }]);
    expect(ofGuest.headers['cache-control']).toBe('private, max-age=300');
    const again = { headers: { 'if-none-match': String(ofGuest.headers.etag) } };
    expect((await guest.get('/v1/store/packages?rail=card_web', again)).status).toBe(304);
    expect((await guest.get('/v1/store/packages?rail=none')).headers['cache-control']).toBe('no-store');
    expect((await finance.delete('/admin/coin-packages/f_9000')).status).toBe(204);
  });
  it('is read in pages that miss and repeat nothing', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = (await guest.get<Page>(`/v1/store/packages?limit=1${cursor && `&cursor=${cursor}`}`)).body;
      seen.push(...page.items.map(({ sku }) => sku));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['c_80', 'a_500', 'b_500', 'd_2000']);
  });
  it.each(['ios_store', 'android_store', 'card_web', 'localwallet_gopay', 'localwallet_dana', 'vas_zain', 'vas_stc'])(
    'shows what can be paid for by %s',
    async (rail) => {
      const allowed = packages.filter((one) => one.status !== 'paused' && railAllows(one.rails, rail));
      expect((await skus(`rail=${rail}`)).sort()).toEqual(allowed.map(({ sku }) => sku).sort());
    },
  );
  it.each(['paypal', 'localwallet_*', 'localwallet_', 'IOS_STORE', ''])('knows no rail %j', async (rail) => {
    const { body } = await guest.get<Page>(`/v1/store/packages?rail=${rail}`);
    expect(body).toMatchObject({ statusCode: 400, error: 'validation_failed', details: [{ path: 'rail' }] });
  });
  it('shows a change at once, and nothing to those who are not signed in', async () => {
    await finance.put('/admin/coin-packages/e_10', { status: 'active' });
    expect((await skus(''))[0]).toBe('e_10');
    await finance.put('/admin/coin-packages/e_10', { status: 'paused' });
    expect(await skus('')).not.toContain('e_10');
    expect((await anonymous(world).get('/v1/store/packages')).status).toBe(401);
  });
});
