import { afterEach, describe, expect, it, vi } from 'vitest';
import { fcmError, phoneToken } from '../../../test/harness/phone-services.ts';
import { makeSentCampaign, makeSubscriber, openDispatch, outcomesIn, read } from './push.fixture.ts';

/** Phones, seen from the push services that they are registered with. */

const { dispatch, editor, endpoint, fcm, apns, freshMarket, gotBy, world } = await openDispatch();

afterEach(() => void vi.useRealTimers());

/** A person with a browser and two phones. */
async function makeOwner(market: string, language = 'en') {
  const viewer = await makeSubscriber(world, endpoint, { countryCode: market, language });
  const tokens = { fcm: phoneToken(), apns: phoneToken() };
  for (const [kind, token] of Object.entries(tokens)) {
    expect((await viewer.put('/v1/me/push', { subscription: { kind, token } })).status).toBe(200);
  }
  return { ...viewer, tokens };
}

type Owner = Awaited<ReturnType<typeof makeOwner>>;

const gotOn = ({ device, tokens }: Owner) => ({
  web: gotBy({ device }).length,
  fcm: fcm.received.filter(({ token }) => token === tokens.fcm).length,
  apns: apns.received.filter(({ token }) => token === tokens.apns).length,
});

const devicesOf = async (userId: string): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ kind: string }>(
    'select kind from push_subscriptions where user_id = $1 order by kind',
    [userId],
  );
  return rows.map(({ kind }) => kind);
};

describe('a campaign', () => {
  it('reaches the browser and both phones of one person once each, counted as one person', async () => {
    const market = freshMarket();
    const owner = await makeOwner(market, 'ar');
    await editor.put('/admin/push/settings', { dailyCap: 1 });
    const id = await makeSentCampaign(editor, { market });
    await Promise.all([world, world.another(), world.another()].map((one) => dispatch(one)));
    await dispatch();
    expect(gotOn(owner)).toEqual({ web: 1, fcm: 1, apns: 1 });
    expect(await read(editor, id)).toMatchObject({
      status: 'sent',
      audience: { users: 1, devices: 3 },
      counts: { queued: 3, delivered: 3 },
    });
    expect(fcm.received.at(-1)).toMatchObject({ notification: { title: 'جديد الليلة' }, data: { tag: id } });
    expect(apns.received.at(-1)).toMatchObject({ payload: { aps: { alert: { title: 'جديد الليلة' } }, dir: 'rtl' } });
  });

  it('drops a phone that is gone, unless it registered later', async () => {
    const market = freshMarket();
    const [left, back] = [await makeOwner(market), await makeOwner(market)];
    const [hour, now] = [3_600_000, Date.now()];
    fcm.answer = (token) => (token === left.tokens.fcm ? fcmError(404, 'UNREGISTERED') : { status: 200 });
    // The token of one was reported an hour ago, before its phone registered it again.
    apns.answer = (token) => ({
      status: 410,
      body: { reason: 'Unregistered', timestamp: token === back.tokens.apns ? now - hour : now + hour },
    });
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 3, gone: 3 });
    expect([await devicesOf(left.id), await devicesOf(back.id)]).toEqual([['web'], ['apns', 'fcm', 'web']]);
  });

  it('waits while a service asks for it, which is no attempt, and loses nothing', async () => {
    const market = freshMarket();
    const owners = [await makeOwner(market), await makeOwner(market)];
    fcm.answer = () => fcmError(429, 'QUOTA_EXCEEDED', { 'retry-after': '600' });
    const first = await makeSentCampaign(editor, { market });
    await dispatch();
    const asked = fcm.received.length;
    fcm.answer = () => ({ status: 200 });
    const second = await makeSentCampaign(editor, { market });
    await dispatch();
    expect(fcm.received).toHaveLength(asked);
    expect(await outcomesIn(editor, second)).toEqual({ delivered: 4 });
    const { body } = await editor.get(`/admin/push/campaigns/${second}/messages?status=waiting`);
    expect(body.items).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    await world.clock.shift('11 minutes');
    await dispatch();
    expect(await outcomesIn(editor, first)).toEqual({ delivered: 6 });
    expect(await outcomesIn(editor, second)).toEqual({ delivered: 6 });
    expect(owners.map(gotOn)).toMatchObject(owners.map(() => ({ web: 2, apns: 2 })));
  });
});
