import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const [finance, analyst] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'analyst')];

interface Product {
  id: string;
  productId: string;
  revision: number;
  status: string;
  error: string;
}
const url = '/admin/subscription-products';
const monthly = { name: 'VIP, monthly', periodDays: 30, priceCents: 999, currency: 'USD' };

let count = 0;
const create = (part: object = {}) => finance.post<Product>(url, { productId: `vip_${++count}`, ...monthly, ...part });

describe('subscription products', () => {
  it('are created with defaults, and are readable with pricing:read', async () => {
    const { status, body } = await create({ productId: 'vip.monthly-1' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      productId: 'vip.monthly-1',
      ...monthly,
      bonusCoins: 0,
      unlocksAll: false,
      status: 'active',
      revision: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      allowed: ['update'],
    });
    const read = await analyst.get(`${url}/${body.id}`);
    expect([read.body, read.headers.etag]).toEqual([{ ...body, allowed: [] }, '"1"']);
  });
  it('accept a currency in lower case and store it in upper case', async () => {
    expect(await create({ currency: 'egp' })).toMatchObject({ status: 201, body: { currency: 'EGP' } });
  });
  it.each([
    { productId: 'has space' },
    { productId: '' },
    { name: ' ' },
    { periodDays: 0 },
    { periodDays: 367 },
    { priceCents: -1 },
    { priceCents: 9.99 },
    { currency: 'US' },
    { currency: 'DOLLAR' },
    { currency: 'ZZZ' },
    { bonusCoins: -1 },
    { bonusCoins: 1_000_001 },
    { unlocksAll: 'yes' },
    { status: 'gone' },
    { colour: 'gold' },
  ])('are refused with %j', async (part) => {
    expect((await create(part)).body).toMatchObject({ statusCode: 400, error: 'validation_failed' });
  });
  it('have a unique productId, also under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ productId: 'wanted' })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await create({ productId: 'wanted' })).body).toEqual({ statusCode: 409, error: 'product_id_taken' });
  });
  it('are edited field by field, except productId', async () => {
    const { body } = await create();
    const edited = await finance.put<Product>(`${url}/${body.id}`, {
      status: 'paused',
      bonusCoins: 50,
      productId: body.productId,
    });
    expect(edited.body).toMatchObject({ ...monthly, status: 'paused', bonusCoins: 50, revision: 2 });
    const locked = await finance.put(`${url}/${body.id}`, { productId: 'another', name: 'Another' });
    expect(locked.body).toEqual({
      statusCode: 400,
      error: 'field_locked',
      fields: ['productId'],
      currentState: 'paused',
    });
    expect((await finance.get<Product>(`${url}/${body.id}`)).body.revision).toBe(2);
    const unchanged = await finance.put<Product>(`${url}/${body.id}`, { status: 'paused' }, { changesNothing: true });
    expect(unchanged.body.revision).toBe(2);
    const { rows } = await world.database.pool.query(
      'select action, before, after from audit_log where target_id = $1 order by id',
      [body.id],
    );
    const { productId } = body;
    const defaults = { bonusCoins: 0, unlocksAll: false, status: 'active' };
    expect(rows).toEqual([
      { action: 'subscription_product.create', before: null, after: { productId, ...monthly, ...defaults } },
      {
        action: 'subscription_product.update',
        before: { status: 'active', bonusCoins: 0 },
        after: { status: 'paused', bonusCoins: 50 },
      },
    ]);
  });
  it('are not edited from an old revision, and one of ten concurrent edits succeeds', async () => {
    const { body } = await create();
    const edit = (tag: string, name: string) =>
      finance.put<Product>(`${url}/${body.id}`, { name }, { headers: { 'if-match': tag } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => edit('"1"', `Name ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.error === 'stale_write')).toHaveLength(9);
    expect((await edit('"2"', 'Last')).body.revision).toBe(3);
  });
  it('are listed newest first, by status, in pages', async () => {
    const { body: paused } = await create({ status: 'paused' });
    const { body: newest } = await create();
    interface Page {
      items: Product[];
      nextCursor: string;
    }
    const page = (await analyst.get<Page>(`${url}?limit=1`)).body;
    expect(page.items.map(({ id }) => id)).toEqual([newest.id]);
    const next = (await analyst.get<Page>(`${url}?limit=1&cursor=${page.nextCursor}`)).body;
    expect(next.items.map(({ id }) => id)).toEqual([paused.id]);
    const pausedOnes = (await analyst.get<Page>(`${url}?status=paused`)).body.items;
    expect(pausedOnes.every(({ status }) => status === 'paused')).toBe(true);
    expect(pausedOnes.map(({ id }) => id)).toContain(paused.id);
    expect((await analyst.get(`${url}?status=paused&cursor=${page.nextCursor}`)).body.error).toBe('invalid_cursor');
  });
  it('require pricing:write to edit, and are 404 if unknown', async () => {
    const { body } = await create();
    expect((await analyst.post(url, { productId: 'x', ...monthly })).status).toBe(403);
    expect((await analyst.put(`${url}/${body.id}`, { name: 'X' })).status).toBe(403);
    expect((await (await makeAdminActor(world, 'support')).get(url)).status).toBe(403);
    expect((await finance.put(`${url}/01930000-0000-7000-8000-00000000dead`, { colour: 1 })).status).toBe(404);
  });
});
