import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import {
  makePayment,
  type PaidPurchase,
  type RefundBody,
  refundByRail,
  requestRefund,
} from '../../../test/harness/refunds.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';
import { byNewest } from '../../kit/page.ts';
import { countPending, listRefunds, listRefundsOf, type RefundFilters } from './sql.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { priceCents: 1000 });

interface Page {
  items: RefundBody[];
  nextCursor: string | null;
  error: string;
}
const list = async (query: string) => (await support.get<Page>(`/admin/refunds?${query}`)).body;
const idsIn = ({ items }: Page) => items.map(({ id }) => id);

const viewer = await makeViewer(world, { displayName: 'Nadia' });
let paid: PaidPurchase;
let [waits, done] = ['', ''];

beforeAll(async () => {
  paid = await makePayment(world, support, viewer.id, pack);
  await refundByRail(world, paid, 100);
  waits = (await requestRefund(support, paid, { amountCents: 200 })).body.id;
  done = (await requestRefund(finance, paid, { amountCents: 300 })).body.id;
});

describe('the list of refunds', () => {
  it('is sorted newest first, with names', async () => {
    const page = await list(`userId=${viewer.id}`);
    expect(page.items).toMatchObject([
      {
        id: done,
        status: 'executed',
        userName: 'Nadia',
        productId: pack.sku,
        requestedBy: { email: finance.email },
        bought: { kind: 'coin_pack', productName: null, coinsGranted: pack.coins, bonusCoins: pack.bonusCoins },
      },
      { id: waits, status: 'pending', approvalId: expect.any(String), requestedBy: { email: support.email } },
      { status: 'executed', requestedBy: null, amountCents: 100 },
    ]);
  });
  it('is filtered by status, user, purchase and day', async () => {
    expect(idsIn(await list(`userId=${viewer.id}&status=pending`))).toEqual([waits]);
    const other = await makeViewer(world);
    const { body } = await requestRefund(finance, await makePayment(world, support, other.id, pack), {
      amountCents: 100,
    });
    expect(idsIn(await list(`userId=${other.id}`))).toEqual([body.id]);
    expect((await list(`purchaseId=${paid.id}`)).items).toHaveLength(3);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`purchaseId=${paid.id}&dateFrom=${today}&dateTo=${today}`)).items).toHaveLength(3);
    expect((await list(`purchaseId=${paid.id}&dateTo=2020-01-01`)).items).toEqual([]);
    expect((await list(`purchaseId=${paid.id}&dateFrom=2090-01-01`)).items).toEqual([]);
    expect((await list(`purchaseId=${newId()}`)).items).toEqual([]);
    expect((await list('userId=nobody')).items).toEqual([]);
    expect((await list('dateFrom=2026-02-02&dateTo=2026-02-01')).error).toBe('validation_failed');
    expect((await list('status=unknown')).error).toBe('validation_failed');
  });
  it('is paged', async () => {
    const first = await list(`userId=${viewer.id}&limit=2`);
    const second = await list(`userId=${viewer.id}&limit=2&cursor=${first.nextCursor}`);
    expect([...idsIn(first), ...idsIn(second)]).toEqual(idsIn(await list(`userId=${viewer.id}`)));
    expect(second.nextCursor).toBeNull();
    expect((await list(`limit=2&cursor=${first.nextCursor}`)).error).toBe('invalid_cursor');
  });
  it('is readable by purchase, and pending refunds are counted', async () => {
    expect(await listRefundsOf(world.database.db, paid.id)).toHaveLength(3);
    expect(await countPending(world.database.db)).toBe(1);
  });
  it('is in the timeline of the user', async () => {
    const { body } = await support.get<{ items: { type: string; title: string; data: object }[] }>(
      `/admin/users/${viewer.id}/timeline`,
    );
    const refunds = body.items.filter(({ type }) => type === 'refund');
    expect(refunds).toMatchObject([
      {
        title: pack.sku,
        data: {
          status: 'executed',
          amountCents: 300,
          bought: { coinsGranted: pack.coins },
          admin_email: finance.email,
        },
      },
      { title: pack.sku, data: { status: 'pending', amountCents: 200, purchaseId: paid.id } },
      { title: pack.sku, data: { status: 'executed', amountCents: 100, admin_email: null } },
    ]);
  });
  it('hides names without users:read', async () => {
    await makeRole(world, 'bookkeeper', ['payments:read']);
    const bookkeeper = await makeAdminActor(world, 'bookkeeper');
    const { body } = await bookkeeper.get<{ items: object[] }>(`/admin/refunds?userId=${viewer.id}`);
    const nobody = { userName: null, countryCode: null };
    expect(body.items[0]).toMatchObject({ id: done, ...nobody });
    expect((await bookkeeper.get(`/admin/refunds/${done}`)).body).toMatchObject(nobody);
  });
  it('requires payments:read', async () => {
    const editor = await makeAdminActor(world, 'content_manager');
    expect((await editor.get('/admin/refunds')).status).toBe(403);
    expect((await editor.get(`/admin/refunds/${done}`)).status).toBe(403);
    expect((await support.get(`/admin/refunds/${newId()}`)).status).toBe(404);
  });
});

describe('among many refunds', () => {
  const [many, rejected] = [testCount(6_000, { long: 30_000 }), 30];
  beforeAll(async () => {
    const owner = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
    await owner.connect();
    await owner.query(
      `insert into refunds (user_id, id, purchase_id, product_id, platform, status, amount_cents, currency,
         amount_usd_cents, reason, requested_by, created_at, executed_at, rejected_at, reject_reason)
       select $1, gen_random_uuid(), $2, 'x', 'ios_store', case n % $5 when 1 then 'rejected' else 'executed' end, 1,
         'USD', 1, 'x', $3, timestamptz '2020-01-01' + n * interval '1 minute',
         case n % $5 when 1 then null else clock() end, case n % $5 when 1 then clock() end,
         case n % $5 when 1 then 'x' end
       from generate_series(1, $4) n`,
      [viewer.id, paid.id, finance.id, many, many / rejected],
    );
    await owner.query('vacuum analyze refunds');
    await owner.end();
  }, 60_000);
  it.each([
    [{}, 51],
    [{ status: 'rejected' }, rejected],
    [{ status: 'pending' }, 1],
    [{ from: new Date('2020-01-03'), before: new Date('2020-01-04') }, 51],
    [{ userId: newId() }, 0],
    [{ purchaseId: newId() }, 0],
  ] satisfies [RefundFilters, number][])('those with %j are found by an index', async (given, shown) => {
    const database = openDatabase({ url: world.server.url('app', world.databaseName), connections: 1 });
    const rowsRead = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ read: number }>(
        `select pg_stat_force_next_flush(), (seq_tup_read + idx_tup_fetch)::integer as read
         from pg_stat_user_tables where relname = 'refunds'`,
      );
      return rows[0]?.read ?? 0;
    };
    const keyset = { ...byNewest('createdAt', 'r'), limit: 50, scope: '', cursor: undefined };
    await rowsRead();
    const before = await rowsRead();
    for (let time = 0; time < 7; time++) expect(await listRefunds(database.db, given, keyset)).toHaveLength(shown);
    await rowsRead();
    expect((await rowsRead()) - before).toBeLessThan(7 * 100);
    await database.close();
  });
});
