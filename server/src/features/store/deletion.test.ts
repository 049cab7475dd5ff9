import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const [finance, viewer] = [await makeAdminActor(world, 'finance'), await makeViewer(world)];

interface Package {
  id: string;
  sku: string;
  inUse: boolean;
  allowed: string[];
  error: string;
}
const url = '/admin/coin-packages';
const small = { coins: 100, priceCents: 99, currency: 'USD', rails: ['ios_store'] };
const create = async () => (await finance.post<Package>(url, { sku: `coins_${newId()}`, ...small })).body;

/** A purchase that waits for its rail. */
const buy = (client: { query: World['database']['pool']['query'] }, packageId: string) =>
  client.query(
    `insert into transactions (user_id, id, kind, platform, product_id, package_id, amount_cents, currency,
       amount_usd_cents, status)
     values ($1, $2, 'coin_pack', 'ios_store', 'example', $3, 99, 'USD', 99, 'pending')`,
    [viewer.id, newId(), packageId],
  );

const count = async (table: 'coin_packages' | 'transactions', id: string) => {
  const column = table === 'transactions' ? 'package_id' : 'id';
  return (await world.database.pool.query(`select from ${table} where ${column} = $1`, [id])).rowCount;
};

describe('a coin package', () => {
  it('is deleted while nobody has bought it, and its sku may be used again', async () => {
    const { id, sku } = await create();
    expect((await finance.delete(`${url}/${sku}`)).status).toBe(204);
    expect((await finance.get(`${url}/${id}`)).status).toBe(404);
    expect((await finance.post(url, { sku, ...small })).status).toBe(201);
    const { rows } = await world.database.pool.query(
      `select before, after from audit_log where target_id = $1 and action = 'coin_package.delete'`,
      [id],
    );
    expect(rows).toEqual([{ before: { sku, ...small, bonusCoins: 0, status: 'active' }, after: null }]);
  });
  it('is not deleted from an old edition', async () => {
    const { id } = await create();
    await finance.put(`${url}/${id}`, { coins: 110 });
    const remove = (tag: string) => finance.delete<Package>(`${url}/${id}`, { headers: { 'if-match': tag } });
    expect((await remove('"1"')).body.error).toBe('stale_write');
    expect((await remove('"2"')).status).toBe(204);
  });
  it('is not deleted once a purchase names it, and says so before one tries', async () => {
    const { id } = await create();
    await buy(world.database.pool, id);
    const { body } = await finance.get<Package>(`${url}/${id}`);
    expect([body.inUse, body.allowed]).toEqual([true, ['update', 'pause']]);
    expect((await finance.delete(`${url}/${id}`)).body).toEqual({ statusCode: 409, error: 'package_in_use' });
    expect((await finance.delete(`${url}/${id}?dryRun=true`)).body).toMatchObject({ error: 'package_in_use' });
    expect((await finance.put<Package>(`${url}/${id}`, { status: 'paused' })).status).toBe(200);
  });
  it('stays when it is deleted twice beside a purchase that has not ended', async () => {
    const { id } = await create();
    const client = await world.database.pool.connect();
    await client.query('begin');
    await buy(client, id);
    const deletions = [finance.delete<Package>(`${url}/${id}`), finance.delete<Package>(`${url}/${id}`)];
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.query('commit');
    client.release();
    expect((await Promise.all(deletions)).map(({ body }) => body.error)).toEqual(['package_in_use', 'package_in_use']);
    expect([await count('coin_packages', id), await count('transactions', id)]).toEqual([1, 1]);
  });
  it('and a purchase never miss each other, however they race', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await create();
      const bought = buy(world.database.pool, id).then(
        () => true,
        () => false,
      );
      const deleted = await Promise.all([1, 2].map(() => finance.delete<Package>(`${url}/${id}`)));
      const gone = deleted.some(({ status }) => status === 204);
      expect(await bought).toBe(!gone);
      expect(deleted.map(({ status }) => status).sort((a, b) => a - b)).toEqual(gone ? [204, 404] : [409, 409]);
      expect([await count('coin_packages', id), await count('transactions', id)]).toEqual(gone ? [0, 0] : [1, 1]);
    }
  });
});
