import { expect, it } from 'vitest';
import { Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer, userToken, type Viewer } from '../../../test/harness/viewer.ts';
import { heard, openWorldWithBus, type World } from '../../../test/harness/world.ts';
import { createBus } from '../../kit/bus.ts';
import { flakyNetwork } from '../../kit/flaky-network.fixture.ts';
import { newId } from '../../kit/id.ts';
import { createAccessList } from './access-list.ts';

/** Reads that are the same for everyone let their callers in by the token and the list of those who changed since. */

const world = await openWorldWithBus();
const other = await heard(world.another());
const operator = await makeAdminActor(world, 'superadmin');
const path = '/v1/store/packages';
const anyone = await makeViewer(world);

const on = (process: World, { token }: Viewer) => new Actor(process, { authorization: `Bearer ${token}` });
const read = async (process: World, viewer: Viewer) => {
  const { status, body, statements } = await on(process, viewer).get<{ error?: string }>(path);
  return { status, error: body.error, statements: statements.length };
};
const letIn = { status: 200, error: undefined, statements: 0 };
const update = (id: string, assignments: string) =>
  world.database.pool.query(`update users set ${assignments} where id = $1`, [id]);

/** A viewer whom both processes let in without asking the database. */
async function makeKnown(options: Parameters<typeof makeViewer>[1] = {}): Promise<Viewer> {
  const viewer = await makeViewer(world, options);
  for (const process of [world, other]) await expect.poll(() => read(process, viewer)).toEqual(letIn);
  return viewer;
}

it('A user who is as the token says is let in without a statement', async () => {
  for (const viewer of [await makeKnown(), await makeKnown({ isGuest: true })])
    expect(await read(other, viewer)).toEqual(letIn);
});

it('A ban counts at once in the process that made it, and soon in the others', async () => {
  for (let n = 0; n < 20; n++) {
    const viewer = await makeKnown();
    await operator.post(`/admin/users/${viewer.id}/ban`, { reason: 'fraud' });
    expect(await read(world, viewer)).toMatchObject({ status: 403, error: 'user_banned' });
    await expect.poll(() => read(other, viewer), { interval: 1 }).toMatchObject({ status: 403, error: 'user_banned' });
  }
});

it('A token that was signed out, or is of before everyone was, is refused everywhere', async () => {
  const [out, everywhere] = [await makeKnown(), await makeKnown()];
  await out.post('/v1/auth/logout');
  await update(everywhere.id, 'token_version = 2');
  for (const process of [world, other]) {
    await expect.poll(() => read(process, out)).toMatchObject({ status: 401, error: 'token_revoked' });
    await expect.poll(() => read(process, everywhere)).toMatchObject({ status: 401, error: 'token_revoked' });
  }
  const again = new Actor(other, { authorization: `Bearer ${await userToken(world, everywhere.id, { version: 2 })}` });
  expect((await again.get(path)).statements).toEqual([]);
});

it('A suspension that has run out counts no more, though nothing says so', async () => {
  const viewer = await makeKnown();
  await update(viewer.id, `status = 'suspended', suspended_until = clock() + interval '1 minute'`);
  await expect.poll(() => read(other, viewer)).toMatchObject({ status: 403, error: 'user_suspended' });
  await world.clock.shift('2 minutes');
  await expect.poll(async () => (await on(other, viewer).get(path)).status).toBe(200);
  await world.clock.shift('0');
});

it('Who moves gets what is for their new country, at once where they said so', async () => {
  const viewer = await makeKnown({ countryCode: 'ID' });
  const market = async (process: World) => (await on(process, viewer).get<{ market: string }>('/v1/feed')).body.market;
  expect([await market(world), await market(other)]).toEqual(['ID', 'ID']);
  await viewer.put('/v1/me', { countryCode: 'SA' });
  expect(await market(world)).toBe('SA');
  await expect.poll(() => market(other)).toBe('SA');
  await expect.poll(() => read(other, viewer)).toEqual(letIn);
});

it('A process that starts later knows of all of them', async () => {
  const [banned, out] = [await makeKnown(), await makeKnown()];
  await operator.post(`/admin/users/${banned.id}/ban`, { reason: 'fraud' });
  await out.post('/v1/auth/logout');
  const late = await heard(world.another());
  await expect.poll(() => read(late, anyone)).toEqual(letIn);
  expect(await read(late, banned)).toMatchObject({ status: 403, error: 'user_banned' });
  expect(await read(late, out)).toMatchObject({ status: 401, error: 'token_revoked' });
});

it('Without the bus every caller is checked in the database', async () => {
  const viewer = await makeKnown();
  const deaf = await heard(world.another());
  await deaf.bus?.stop();
  await update(viewer.id, `status = 'banned'`);
  expect(await read(deaf, viewer)).toMatchObject({ status: 403, error: 'user_banned' });
});

it('A change by this process counts at once, also while its message is on the way', async () => {
  const network = await flakyNetwork(new URL(world.server.url('app', world.databaseName)));
  const { database } = world;
  // Seldom, so that nothing is known to have been heard since the change.
  const bus = createBus({ url: network.url, database, heartbeatMs: 900 });
  const list = createAccessList(database, bus);
  bus.start();
  const viewer = await makeViewer(world);
  const holder = { countryCode: 'EG', language: null, isGuest: false };
  const claims = { sub: viewer.id, token_version: 1, jti: newId(), iat: 0, exp: 0, holder };
  await expect.poll(() => list.find(claims)?.holder).toEqual(holder);
  network.freeze();
  await operator.post(`/admin/users/${viewer.id}/ban`, { reason: 'fraud' });
  expect(list.find(claims)).toBeUndefined();
  await bus.stop();
  network.close();
});

it('A change that was rolled back does not count', async () => {
  const viewer = await makeKnown();
  const { status } = await operator.post(`/admin/users/${viewer.id}/ban?dryRun=true`, { reason: 'fraud' });
  expect(status).toBe(200);
  expect(await read(world, viewer)).toMatchObject({ status: 200 });
  await expect.poll(() => read(world, viewer)).toEqual(letIn);
  expect(await read(other, viewer)).toEqual(letIn);
});

it('A token of an earlier release is checked in the database until its user changes', async () => {
  const { id } = await makeKnown({ countryCode: 'ID' });
  const old = new Actor(other, { authorization: `Bearer ${await userToken(world, id)}` });
  const look = async () => {
    const { status, body, statements } = await old.get<{ market: string }>('/v1/feed');
    return [status, body.market, statements.length];
  };
  await expect.poll(look).toEqual([200, 'ID', 1]);
  await update(id, `country_code = 'SA'`);
  await expect.poll(look).toEqual([200, 'SA', 0]);
});

it('While the bus is silent every caller is checked in the database', async () => {
  const network = await flakyNetwork(new URL(world.server.url('app', world.databaseName)));
  const bus = createBus({ url: network.url, heartbeatMs: 50 });
  const list = createAccessList(world.database, bus);
  bus.start();
  const holder = { countryCode: 'ID', language: null, isGuest: false };
  const claims = { sub: anyone.id, token_version: 1, jti: newId(), iat: 0, exp: 0, holder };
  await expect.poll(() => list.find(claims)?.holder).toEqual(holder);
  network.freeze();
  await expect.poll(() => list.find(claims), { timeout: 1_900 }).toBeUndefined();
  expect(bus.isConnected).toBe(true);
  await bus.stop();
  network.close();
});

it('What shows the caller’s own coins asks the database', async () => {
  const viewer = await makeKnown();
  expect((await on(other, viewer).get('/v1/wallet')).statements).toHaveLength(1);
});

it('Entries are forgotten once the tokens of before have run out', async () => {
  const count = async () => (await world.database.pool.query('select from user_access_changes')).rowCount;
  expect(await count()).toBeGreaterThan(0);
  await world.runner.runNow('housekeeping');
  expect(await count()).toBeGreaterThan(0);
  await world.clock.shift('32 days');
  await world.runner.runNow('housekeeping');
  expect(await count()).toBe(0);
  await world.clock.shift('0');
});
