import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { World } from '../../../test/harness/world.ts';
import { deliveriesOf } from '../../jobs.ts';
import { drainOutbox } from '../../kit/outbox.ts';
import { sendBatch, startBatch } from './dispatch.ts';
import type { PushService } from './gateways.ts';
import { makeCampaign, makeSentCampaign, openDispatch, outcomesIn, read } from './push.fixture.ts';

/** Push services that refuse, fail or are asked by several processes, and processes that die. */

const { dispatch, editor, endpoint, freshMarket, gotBy, subscribers, world, outside } = await openDispatch();

/** Has a campaign queued, and nothing of it sent. */
async function queued(market: string): Promise<string> {
  const id = await makeSentCampaign(editor, { market });
  await editor.put('/admin/push/settings', { enabled: false });
  await dispatch();
  await editor.put('/admin/push/settings', { enabled: true });
  return id;
}

/**
 * A push service that takes one message and does not answer until it is released. The others it answers at once and
 * without a network: over one, on a busy machine, they would be as late as the one that hangs.
 */
function hanging() {
  let answer = (): void => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let calls = 0;
  const send: PushService['send'] = async () => {
    if (++calls === 1) await released;
    return { outcome: 'delivered', status: 201 };
  };
  return { send, answer: () => answer() };
}

describe('a push service', () => {
  it('that reports a device as gone gets no more messages for it', async () => {
    const market = freshMarket();
    const [gone, fine] = await subscribers(market, 2);
    endpoint.answer = (path) => ({ status: path === gone?.device.path ? 410 : 201 });
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 1, gone: 1 });
    await makeSentCampaign(editor, { market });
    await dispatch();
    expect([gone, fine].map((one) => one && gotBy(one).length)).toEqual([1, 2]);
  });

  it('that is overloaded is retried later, a limited number of times', async () => {
    const market = freshMarket();
    const [busy, broken] = await subscribers(market, 2);
    let asked = 0;
    endpoint.answer = (path) => {
      if (path === broken?.device.path) return { status: 503 };
      return ++asked === 1 ? { status: 429, headers: { 'retry-after': '300' } } : { status: 201 };
    };
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    await world.clock.shift('4 minutes');
    await dispatch();
    expect(busy && gotBy(busy)).toHaveLength(1);
    await world.clock.shift('6 minutes');
    await dispatch();
    expect(busy && gotBy(busy)).toHaveLength(2);
    for (const minutes of [15, 30, 60, 90]) {
      await world.clock.shift(`${minutes} minutes`);
      await dispatch();
    }
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 1, unreachable: 1 });
    expect(broken && gotBy(broken)).toHaveLength(5);
    expect((await read(editor, id)).status).toBe('sent');
  });

  it('gets each message from one of three concurrent processes', async () => {
    const market = freshMarket();
    const people = await subscribers(market, 60);
    const id = await queued(market);
    const drain = async ({ database, push }: World) => {
      while (((await sendBatch(database, outside(push), { campaignId: id, size: 7 })) ?? 0) > 0);
    };
    await Promise.all([world, world.another(), world.another()].map(drain));
    expect(people.map((one) => gotBy(one).length)).toEqual(people.map(() => 1));
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 60 });
  });

  it('gets again only what a dead process was sending', async () => {
    const market = freshMarket();
    const people = await subscribers(market, 6);
    const id = await queued(market);
    const died = { send: () => new Promise<never>(() => {}) };
    void sendBatch(world.database, outside(died), { campaignId: id, size: 2 });
    const open = sql<{ count: number }>`select count(*)::integer as count from push_messages
      where campaign_id = ${id} and status = 'sending'`;
    await expect.poll(async () => (await open.execute(world.database.db)).rows[0]?.count).toBe(2);
    await dispatch();
    expect(people.map((one) => gotBy(one).length).toSorted((one, other) => one - other)).toEqual([0, 0, 1, 1, 1, 1]);
    await world.clock.shift('3 minutes');
    await dispatch();
    expect(people.map((one) => gotBy(one).length)).toEqual(people.map(() => 1));
    expect((await read(editor, id)).status).toBe('sent');
  });

  it('that hangs delays only its own message', async () => {
    const market = freshMarket();
    await subscribers(market, 3);
    const id = await queued(market);
    const slow = hanging();
    const batch = await startBatch(world.database, outside(slow), { campaignId: id });
    expect(batch).toMatchObject({ claimed: 3, late: 1 });
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 2 });
    slow.answer();
    await batch?.settled;
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 3 });
  });
});

describe('a cancelled campaign', () => {
  it('counts the messages that arrived', async () => {
    const market = freshMarket();
    await subscribers(market, 3);
    const id = await queued(market);
    const slow = hanging();
    const batch = await startBatch(world.database, outside(slow), { campaignId: id, size: 1 });
    await editor.post(`/admin/push/campaigns/${id}/cancel`);
    await dispatch();
    expect(await read(editor, id)).toMatchObject({ counts: { cancelled: 2, waiting: 1 }, finishedAt: null });
    slow.answer();
    await batch?.settled;
    await dispatch();
    expect((await read(editor, id)).counts).toMatchObject({ cancelled: 2, delivered: 1, waiting: 0 });
    expect((await read(editor, id)).finishedAt).not.toBeNull();
  });
});

describe('a test', () => {
  const deliver = () => drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database));
  const tried = async (userId: string | undefined): Promise<string> => {
    const id = await makeCampaign(editor);
    expect((await editor.post(`/admin/push/campaigns/${id}/test`, { userId })).status).toBe(200);
    return id;
  };
  const outcomeOf = async (id: string) =>
    (await editor.get<{ items: { outcome: string | null }[] }>(`/admin/push/campaigns/${id}/messages`)).body.items;

  it('that the push service did not accept is retried by the job', async () => {
    const [one] = await subscribers(freshMarket(), 1);
    const id = await tried(one?.id);
    endpoint.answer = () => ({ status: 503 });
    await deliver();
    expect(await outcomeOf(id)).toMatchObject([{ outcome: null, attempts: 1 }]);
    endpoint.answer = () => ({ status: 201 });
    await world.clock.shift('2 minutes');
    await dispatch();
    expect(one && gotBy(one)).toHaveLength(2);
    expect(await outcomeOf(id)).toMatchObject([{ outcome: 'delivered', attempts: 2 }]);
  });

  it('of a dead process is sent by another, unless it is too old', async () => {
    const [one, other] = await subscribers(freshMarket(), 2);
    const ids = [await tried(one?.id), await tried(other?.id)];
    for (const campaignId of ids) void startBatch(world.database, outside(hanging()), { campaignId, isTest: true });
    const taken = sql<{ count: number }>`select count(*)::integer as count from push_messages
      where campaign_id = any(${ids}::uuid[]) and status = 'sending'`;
    await expect.poll(async () => (await taken.execute(world.database.db)).rows[0]?.count).toBe(2);
    await world.database.pool.query(
      `update push_messages set created_at = created_at - interval '2 hours' where campaign_id = $1`,
      [ids[1]],
    );
    await world.clock.shift('3 minutes');
    await dispatch();
    expect([one, other].map((person) => person && gotBy(person).length)).toEqual([1, 0]);
    expect((await Promise.all(ids.map(outcomeOf))).flat()).toMatchObject([
      { outcome: 'delivered' },
      { outcome: 'expired' },
    ]);
  });
});
