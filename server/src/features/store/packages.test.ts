import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const [finance, analyst] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'analyst')];

interface Package {
  id: string;
  sku: string;
  revision: number;
  status: string;
  allowed: string[];
  error: string;
}
interface Page {
  items: Package[];
  nextCursor: string;
}
const url = '/admin/coin-packages';
const small = { coins: 100, priceCents: 99, currency: 'USD', rails: ['ios_store', 'localwallet_*'] };

let count = 0;
const create = (part: object = {}) => finance.post<Package>(url, { sku: `coins_${++count}`, ...small, ...part });

describe('coin packages', () => {
  it('are made with what is given and sensible defaults, and are read by id or sku', async () => {
    const { status, body } = await create({ sku: 'coins.small-1' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      sku: 'coins.small-1',
      ...small,
      bonusCoins: 0,
      status: 'active',
      inUse: false,
      revision: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      allowed: ['update', 'pause', 'delete'],
    });
    const read = await analyst.get(`${url}/${body.id.toUpperCase()}`);
    expect([read.body, read.headers.etag]).toEqual([{ ...body, allowed: [] }, '"1"']);
    expect((await analyst.get(`${url}/coins.small-1`)).body).toEqual(read.body);
  });
  it('may have all that the limits allow', async () => {
    const rails = ['ios_store', 'android_store', 'card_web', 'localwallet_gopay', 'mobilemoney_*', 'vas_zain_iq'];
    const most = { coins: 1_000_000, bonusCoins: 1_000_000, priceCents: 0, currency: 'IDR', rails, status: 'paused' };
    expect((await create(most)).body).toMatchObject(most);
  });
  it('may have a currency in lower case, which is stored in upper case', async () => {
    expect(await create({ currency: 'idr' })).toMatchObject({ status: 201, body: { currency: 'IDR' } });
  });
  it.each([
    { sku: 'has space' },
    { sku: '' },
    { sku: '..' },
    { sku: '01930000-0000-7000-8000-00000000dead' },
    { coins: 0 },
    { coins: 1_000_001 },
    { coins: 1.5 },
    { coins: '100' },
    { bonusCoins: -1 },
    { priceCents: -1 },
    { priceCents: 9.99 },
    { currency: 'DOLLAR' },
    { currency: 'ZZZ' },
    { rails: [] },
    { rails: 'ios_store' },
    { rails: ['ios_store', 'ios_store'] },
    { rails: ['paypal'] },
    { rails: ['ios_*'] },
    { rails: ['*'] },
    { rails: ['localwallet_'] },
    { rails: ['localwallet'] },
    { rails: ['localwallet_go*'] },
    { rails: ['vas_Zain'] },
    { status: 'gone' },
    { colour: 'gold' },
  ])('are not made with %j', async (part) => {
    expect((await create(part)).body).toMatchObject({ statusCode: 400, error: 'validation_failed' });
  });
  it('have a sku that nobody else can take, also at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ sku: 'wanted' })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await create({ sku: 'wanted' })).body).toEqual({ statusCode: 409, error: 'sku_taken' });
  });
  it('are edited field by field, but keep their sku, and the log says what stood there', async () => {
    const { body } = await create();
    const edit = { priceCents: 129, coins: 120, sku: body.sku, note: 'New price of the stores' };
    const edited = await finance.put<Package>(`${url}/${body.sku}`, edit);
    expect(edited.body).toMatchObject({ ...small, priceCents: 129, coins: 120, revision: 2 });
    const locked = await finance.put(`${url}/${body.id}`, { sku: 'another', coins: 5 });
    expect(locked.body).toEqual({ statusCode: 400, error: 'field_locked', fields: ['sku'], currentState: 'active' });
    const same = { coins: 120, rails: small.rails };
    const unchanged = await finance.put<Package>(`${url}/${body.id}`, same, { changesNothing: true });
    expect(unchanged.body.revision).toBe(2);
    const { rows } = await world.database.pool.query(
      'select action, reason, before, after from audit_entries where target_id = $1 order by id',
      [body.id],
    );
    expect(rows).toEqual([
      {
        action: 'coin_package.create',
        reason: null,
        before: null,
        after: { sku: body.sku, ...small, bonusCoins: 0, status: 'active' },
      },
      {
        action: 'coin_package.update',
        reason: 'New price of the stores',
        before: { priceCents: 99, coins: 100 },
        after: { priceCents: 129, coins: 120 },
      },
    ]);
  });
  it('are paused and resumed', async () => {
    const { body } = await create();
    const paused = await finance.put<Package>(`${url}/${body.id}`, { status: 'paused' });
    expect(paused.body).toMatchObject({ status: 'paused', allowed: ['update', 'resume', 'delete'] });
    const resumed = await finance.put<Package>(`${url}/${body.id}`, { status: 'active' });
    expect(resumed.body).toMatchObject({ status: 'active', allowed: ['update', 'pause', 'delete'], revision: 3 });
  });
  it('show what an edit would do before it is done', async () => {
    const { body } = await create();
    const dry = await finance.put<{ effects: unknown }>(`${url}/${body.id}?dryRun=true`, { priceCents: 199 });
    const changes = [{ type: 'coin_package', id: body.id, before: { priceCents: 99 }, after: { priceCents: 199 } }];
    expect(dry.body.effects).toMatchObject({ ledger: [], changes });
    expect((await finance.get<Package>(`${url}/${body.id}`)).body).toMatchObject({ ...small, revision: 1 });
  });
  it('are not edited from an old edition, and of ten who edit the same one, one does', async () => {
    const { body } = await create();
    const edit = (tag: string, coins: number) =>
      finance.put<Package>(`${url}/${body.id}`, { coins }, { headers: { 'if-match': tag } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => edit('"1"', 200 + n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.error === 'stale_write')).toHaveLength(9);
    expect((await edit('"2"', 300)).body.revision).toBe(3);
  });
  it('are listed newest first, by status, rail and a part of the sku, in pages', async () => {
    const { body: paused } = await create({ status: 'paused', rails: ['vas_zain'] });
    const { body: newest } = await create({ rails: ['vas_*'] });
    const listed = async (query: string) =>
      (await analyst.get<Page>(`${url}?${query}`)).body.items.map(({ sku }) => sku);
    const page = (await analyst.get<Page>(`${url}?limit=1`)).body;
    expect(page.items.map(({ id }) => id)).toEqual([newest.id]);
    const next = (await analyst.get<Page>(`${url}?limit=1&cursor=${page.nextCursor}`)).body;
    expect(next.items.map(({ id }) => id)).toEqual([paused.id]);
    expect((await analyst.get(`${url}?status=paused&cursor=${page.nextCursor}`)).body.error).toBe('invalid_cursor');
    expect(await listed('rail=vas_zain&status=paused')).toEqual([paused.sku]);
    expect(await listed('rail=vas_stc')).toEqual([newest.sku]);
    expect(await listed('rail=vas_*')).toEqual([newest.sku]);
    expect(await listed('q=SMALL-')).toEqual(['coins.small-1']);
    expect(await listed('q=_mall')).toEqual([]);
    expect((await analyst.get(`${url}?rail=paypal`)).body.error).toBe('validation_failed');
  });
  it('are written by those who set prices, and are not found when they are not there', async () => {
    const { body } = await create();
    expect((await analyst.post(url, { sku: 'x', ...small })).status).toBe(403);
    expect((await analyst.put(`${url}/${body.id}`, { coins: 5 })).status).toBe(403);
    expect((await analyst.delete(`${url}/${body.id}`)).status).toBe(403);
    expect((await (await makeAdminActor(world, 'support')).get(url)).status).toBe(403);
    expect((await finance.put(`${url}/01930000-0000-7000-8000-00000000dead`, { colour: 1 })).status).toBe(404);
    expect((await finance.delete(`${url}/no_such_sku`)).status).toBe(404);
  });
});
