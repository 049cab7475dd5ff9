import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { World } from '../../../test/harness/world.ts';
import { sendBatch } from './dispatch.ts';
import { openDispatch, outcomesIn, read, sentIn } from './push.fixture.ts';

/** Push services that refuse, fail or are asked by several processes, and processes that die. */

const { dispatch, editor, endpoint, freshMarket, gotBy, subscribers, world } = await openDispatch();

describe('a push service', () => {
  it('that says a device is gone is not asked about it again', async () => {
    const market = freshMarket();
    const [gone, fine] = await subscribers(market, 2);
    endpoint.answer = (path) => ({ status: path === gone?.device.path ? 410 : 201 });
    const id = await sentIn(editor, { market });
    await dispatch();
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 1, gone: 1 });
    await sentIn(editor, { market });
    await dispatch();
    expect([gone, fine].map((one) => one && gotBy(one).length)).toEqual([1, 2]);
  });

  it('that is overloaded is asked again later, and not for ever', async () => {
    const market = freshMarket();
    const [busy, broken] = await subscribers(market, 2);
    let asked = 0;
    endpoint.answer = (path) => {
      if (path === broken?.device.path) return { status: 503 };
      return ++asked === 1 ? { status: 429, headers: { 'retry-after': '300' } } : { status: 201 };
    };
    const id = await sentIn(editor, { market });
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

  it('gets each message from one of three processes that send at once', async () => {
    const market = freshMarket();
    const people = await subscribers(market, 60);
    const id = await sentIn(editor, { market });
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    await editor.put('/admin/push/settings', { enabled: true });
    const drain = async ({ database, push }: World) => {
      while (((await sendBatch(database, push, { campaignId: id, size: 7 })) ?? 0) > 0);
    };
    await Promise.all([world, world.another(), world.another()].map(drain));
    expect(people.map((one) => gotBy(one).length)).toEqual(people.map(() => 1));
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 60 });
  });

  it('gets again only what a process that died was just sending', async () => {
    const market = freshMarket();
    const people = await subscribers(market, 6);
    const id = await sentIn(editor, { market });
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    await editor.put('/admin/push/settings', { enabled: true });
    const died = { send: () => new Promise<never>(() => {}) };
    void sendBatch(world.database, died, { campaignId: id, size: 2 });
    const open = sql<{ count: number }>`select count(*)::integer as count from push_messages
      where campaign_id = ${id} and status = 'sending'`;
    await expect.poll(async () => (await open.execute(world.database.db)).rows[0]?.count).toBe(2);
    await dispatch();
    expect(people.map((one) => gotBy(one).length).toSorted()).toEqual([0, 0, 1, 1, 1, 1]);
    await world.clock.shift('3 minutes');
    await dispatch();
    expect(people.map((one) => gotBy(one).length)).toEqual(people.map(() => 1));
    expect((await read(editor, id)).status).toBe('sent');
  });
});
