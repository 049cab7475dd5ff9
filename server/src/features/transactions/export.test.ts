import { Agent, get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { insertPayment } from '../../../test/harness/transactions.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { httpRequest } from '../../kit/http/wire.fixture.ts';

/** `EXPORT_LONG=1` reads a million rows slowly, three times at once. */
const isLong = process.env.EXPORT_LONG !== undefined;
const rowCount = isLong ? 1_000_000 : 6_000;
/** Larger than the kernel's socket buffers for a client that does not read. */
const reasonLength = isLong ? 200 : 2_000;
// A million rows take minutes to write, and a busy machine as long again to read.
const timeout = isLong ? 1_200_000 : 120_000;

const world = await openWorld();
await makeRole(world, 'clerk', ['payments:read']);
const clerk = await makeAdminActor(world, 'clerk');
const auditor = await makeAdminActor(world, 'finance');
const url = '/admin/payments/transactions/export.csv';
const header =
  'id,kind,userId,platform,productId,transactionId,coinsGranted,bonusCoins,amountCents,currency,region,status,refundReason,createdAt,amountUsdCents,refundedCents,completedAt,failureReason';

const agent = new Agent({ keepAlive: false });
let superuser: pg.Client;
let port = 0;
const authorization = `Bearer ${clerk.token}`;
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await superuser.connect();
  // Rows are streamed, not sent after sorting all of them.
  await superuser.query(`alter database ${world.databaseName} set enable_sort = off`);
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  agent.destroy();
  await superuser.end();
});

const copies = async (): Promise<number> => {
  const { rows } = await superuser.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and state = 'active' and query like 'copy (%' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
};

describe('the CSV export of transactions', () => {
  it('has the fields in order, and guards formulas', async () => {
    const { id: userId } = await makeViewer(world);
    const cells = [
      ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
      ['+62', "'+62"],
      ['-1', "'-1"],
      ['@sum', "'@sum"],
      ['\ttab', "'\ttab"],
      ['\rline', `"'\rline"`],
      ['a,b "c"\nd', '"a,b ""c""\nd"'],
      ['سلسلة', 'سلسلة'],
      ['', '""'],
    ];
    for (const [n, [refundReason = '', cell = '']] of cells.entries()) {
      const id = await insertPayment(world, {
        userId,
        refundReason,
        transactionId: `hostile-${n}`,
        amountCents: 5,
        refundedCents: 1,
        region: null,
        productId: 'vip',
        createdAt: '2031-03-01T12:00:00.007Z',
      });
      const { text, headers } = await clerk.get(`${url}?q=hostile-${n}`);
      const line = `${id},subscription,${userId},ios_store,vip,hostile-${n},0,0,5,USD,,completed,${cell},2031-03-01T12:00:00.007Z,5,1,,`;
      expect(text).toBe(`${header}\r\n${line}\r\n`);
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="transactions_all.csv"',
      });
    }
  });
  it('has the value, refunded amount, time and failure reason of a payment', async () => {
    const { id: userId } = await makeViewer(world);
    const at = '2031-04-01T12:00:00.000Z';
    const paid = { userId, amountCents: 15_000, currency: 'IDR', amountUsdCents: 93, refundedCents: 5_000 };
    await insertPayment(world, { ...paid, createdAt: at, completedAt: '2031-04-01T12:00:09.000Z' });
    await insertPayment(world, { userId, status: 'pending', failureReason: '=declined', createdAt: at });
    const { text } = await clerk.get(`${url}?userId=${userId}&status=completed`);
    expect(text).toMatch(/,15000,IDR,[^\r]*,2031-04-01T12:00:00\.000Z,93,5000,2031-04-01T12:00:09\.000Z,\r\n$/);
    const declined = await clerk.get(`${url}?userId=${userId}&failed=true`);
    expect(declined.text.split('\r\n')[1]).toMatch(/,pending,[^\r]*,0,,'=declined$/);
    expect(declined.text).not.toContain('@');
  });
  it.each([
    ['dateFrom=2031-03-01&dateTo=2031-03-31', 'transactions_2031-03-01_2031-03-31.csv'],
    ['dateFrom=2031-03-01', 'transactions_from_2031-03-01.csv'],
    ['dateTo=2031-03-31', 'transactions_until_2031-03-31.csv'],
    ['rail=vas_nowhere', 'transactions_all.csv'],
  ])('for %s is named %s', async (query, name) => {
    const { headers } = await clerk.get(`${url}?${query}`);
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  });
  it('guards rails, products and transaction ids', async () => {
    const { id: userId } = await makeViewer(world);
    await insertPayment(world, { userId, productId: '=1', transactionId: '@name', platform: '-rail', amountCents: 0 });
    expect((await clerk.get(`${url}?userId=${userId}`)).text).toContain(`,${userId},'-rail,'=1,'@name,0,0,0,USD,`);
  });
  it('has all rows that match the filters, regardless of the page', async () => {
    const { id: userId } = await makeViewer(world);
    const ids: string[] = [];
    for (const day of ['01', '02', '03']) {
      ids.unshift(await insertPayment(world, { userId, platform: 'vas_mtn', createdAt: `2031-05-${day}T00:00:00Z` }));
    }
    const list = `/admin/payments/transactions?rail=vas_*&userId=${userId}&limit=1`;
    const { body } = await clerk.get<{ nextCursor: string }>(list);
    const { text } = await clerk.get(`${url}?rail=vas_*&userId=${userId}&limit=1&cursor=${body.nextCursor}`);
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.slice(0, 36)),
    ).toEqual(ids);
    expect((await clerk.get(`${url}?rail=vas_nowhere&limit=0&cursor=none`)).text).toBe(`${header}\r\n`);
    expect((await clerk.get(`${url}?rails=ios_store`)).status).toBe(400);
    expect((await clerk.get(`${url}?rail=nope`)).status).toBe(400);
    expect((await clerk.get(`${url}?dryRun=true`)).status).toBe(400);
  });
  it('is audited with the filters and without the rows', async () => {
    await clerk.get(`${url}?country=ID&rail=ios_store,vas_*&dateFrom=2031-01-01&limit=7`);
    const { body } = await auditor.get<{ items: object[] }>('/admin/audit-log?action=transactions.export&limit=1');
    const filters = { country: 'ID', rail: ['ios_store', 'vas_*'], dateFrom: '2031-01-01' };
    expect(body.items).toMatchObject([{ admin_email: clerk.email, before: null, after: filters }]);
  });
});

describe('a long export', { timeout }, () => {
  const path = `/v1${url}?rail=mobilemoney_many`;
  beforeAll(async () => {
    const { id } = await makeViewer(world);
    await superuser.query(
      `insert into transactions (user_id, id, kind, platform, product_id, transaction_id, amount_cents, currency,
         amount_usd_cents, status, refund_reason, created_at)
       select $1, gen_random_uuid(), 'subscription', 'mobilemoney_many', 'vip', 'many-' || n, 999, 'USD', 999, 'completed',
         repeat('x', ${reasonLength}), timestamptz '2020-01-01' + n * interval '1 second' from generate_series(1, ${rowCount}) n`,
      [id],
    );
    await superuser.query('vacuum analyze transactions');
  }, timeout);

  it('has every row once, in one snapshot', async () => {
    const { text } = await httpRequest(agent, `http://127.0.0.1:${port}${path}&dateTo=2020-01-01`, {
      headers: { authorization },
    });
    const lines = text.split('\r\n');
    const names = new Set(lines.map((line) => line.split(',')[5]));
    const wanted = Math.min(rowCount, 86_399);
    expect([lines.length, names.size]).toEqual([wanted + 2, wanted + 2]);
  });

  it('cancels its statement within a second after the client disconnects', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: ${authorization}\r\n\r\n`);
    await new Promise<void>((resolve) => socket.once('data', () => resolve()));
    socket.pause();
    await expect.poll(copies, { timeout: 5_000 }).toBe(1);
    socket.destroy();
    await expect.poll(copies, { timeout: 1_000, interval: 50 }).toBe(0);
  });

  it('that fails midway breaks the connection, and never looks complete', async () => {
    await superuser.query(`
      create function refuse_first(name text) returns boolean language plpgsql as $$
        begin if name = 'many-1' then raise 'a row that cannot be read'; end if; return true; end $$;
      create policy refuse_first on transactions using (refuse_first(transaction_id));
      alter table transactions enable row level security`);
    const answer = httpRequest(agent, `http://127.0.0.1:${port}${path}`, { headers: { authorization } });
    await expect(answer).rejects.toThrow('aborted');
    await superuser.query('alter table transactions disable row level security');
  });

  it.runIf(isLong)('is read slowly by three at once in little memory', async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    const readers = Array.from({ length: 3 }, async (_, n) => {
      const other = n < 2 ? authorization : `Bearer ${auditor.token}`;
      const incoming = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
        const options = { port, host: '127.0.0.1', path, agent, headers: { authorization: other } };
        httpGet(options, resolve).on('error', reject);
      });
      for (let round = 0; round < 200; round++) {
        incoming.read();
        most = Math.max(most, process.memoryUsage().rss);
        await sleep(100);
      }
    });
    await Promise.all(readers);
    agent.destroy();
    expect((most - before) / 1024 / 1024).toBeLessThan(64);
  });
});
