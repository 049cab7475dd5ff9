import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { deliveriesOf } from '../../jobs.ts';
import { drainOutbox } from '../../kit/outbox.ts';
import { sendBatch } from './dispatch.ts';
import { makeCampaign, makeSentCampaign, makeSubscriber, openDispatch, outcomesIn, read } from './push.fixture.ts';

/** What reaches the devices of users, seen from the push service that they are subscribed with. */

const { dispatch, editor, endpoint, freshMarket, gotBy, subscribers, world, outside } = await openDispatch();

describe('a campaign', () => {
  it('reaches every device once, in the language of its user, and is then sent', async () => {
    const market = freshMarket();
    const [english, arabic] = [...(await subscribers(market, 1)), ...(await subscribers(market, 1, 'ar-EG'))];
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    await dispatch();
    const [plain, turned] = [english, arabic].map((one) => {
      const got = one ? gotBy(one) : [];
      expect(got).toHaveLength(1);
      return one?.device.read(got[0]?.body ?? Buffer.of());
    });
    expect(plain).toMatchObject({ title: 'New tonight', body: 'Episode 12', lang: 'en', dir: 'ltr', tag: id });
    expect(turned).toMatchObject({ title: 'جديد الليلة', lang: 'ar', dir: 'rtl' });
    expect(await read(editor, id)).toMatchObject({
      status: 'sent',
      audience: { users: 2, devices: 2 },
      counts: { queued: 2, delivered: 2, waiting: 0 },
      allowed: [],
    });
    const log = await (await makeAdminActor(world, 'superadmin')).get<{ items: { action: string }[] }>(
      `/admin/audit-log?targetType=push_campaign&targetId=${id}`,
    );
    expect(log.body.items.map(({ action }) => action)).toEqual(
      ['finish', 'start', 'send', 'create'].map((verb) => `push_campaign.${verb}`),
    );
  });

  it('waits for its time', async () => {
    const market = freshMarket();
    const [one] = await subscribers(market, 1);
    const id = await makeSentCampaign(editor, { market, sendAt: new Date(Date.now() + 3_600_000).toISOString() });
    await dispatch();
    expect([one && gotBy(one).length, (await read(editor, id)).status]).toEqual([0, 'scheduled']);
    await world.clock.shift('61 minutes');
    await dispatch();
    expect([one && gotBy(one).length, (await read(editor, id)).status]).toEqual([1, 'sent']);
  });

  it('checks preferences and status at the time of sending', async () => {
    const market = freshMarket();
    const [unwilling, banned, gone, fine] = await subscribers(market, 4);
    const id = await makeSentCampaign(editor, { market });
    // Queued, and held back by the switch.
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    expect((await read(editor, id)).counts).toMatchObject({ queued: 4, waiting: 4 });
    await unwilling?.put('/v1/me/push', { prefs: { drops: false } });
    await gone?.put('/v1/me/push', { subscription: null });
    await world.database.pool.query(`update users set status = 'banned' where id = $1`, [banned?.id]);
    await editor.put('/admin/push/settings', { enabled: true });
    await dispatch();
    expect(await outcomesIn(editor, id)).toEqual({ delivered: 1, preference: 1, inactive_user: 1, no_device: 1 });
    expect(fine && gotBy(fine)).toHaveLength(1);
  });

  it('that is cancelled during sending reaches no more devices', async () => {
    const market = freshMarket();
    await subscribers(market, 3);
    const id = await makeSentCampaign(editor, { market });
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    await editor.put('/admin/push/settings', { enabled: true });
    expect(await sendBatch(world.database, outside(world.push), { campaignId: id, size: 1 })).toBe(1);
    expect((await editor.post(`/admin/push/campaigns/${id}/cancel`)).status).toBe(204);
    await dispatch();
    expect((await read(editor, id)).counts).toMatchObject({ delivered: 1, cancelled: 2, waiting: 0 });
  });

  it('that could not be sent for a day is dropped', async () => {
    const market = freshMarket();
    await subscribers(market, 1);
    const id = await makeSentCampaign(editor, { market });
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    await editor.put('/admin/push/settings', { enabled: true });
    await world.clock.shift('25 hours');
    await dispatch();
    await world.clock.shift('0');
    expect(await outcomesIn(editor, id)).toEqual({ expired: 1 });
  });
});

describe('limits', () => {
  it('cap the campaigns per user and day, for any number of devices', async () => {
    const market = freshMarket();
    const [one] = await subscribers(market, 1);
    const second = endpoint.device();
    await one?.put('/v1/me/push', { subscription: second.subscription });
    await editor.put('/admin/push/settings', { dailyCap: 2 });
    const ids = await Promise.all([1, 2, 3].map(() => makeSentCampaign(editor, { market })));
    const about = await makeSentCampaign(editor, { market, category: 'moderation' });
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    await editor.put('/admin/push/settings', { enabled: true });
    const worlds = [world, world.another(), world.another()];
    await Promise.all(
      ids.map((campaignId, n) => sendBatch((worlds[n] ?? world).database, outside(world.push), { campaignId })),
    );
    await dispatch();
    const outcomes = await Promise.all(ids.map((id) => outcomesIn(editor, id)));
    expect(outcomes.map((one_) => JSON.stringify(one_)).toSorted()).toEqual(
      [{ capped: 2 }, { delivered: 2 }, { delivered: 2 }].map((one_) => JSON.stringify(one_)),
    );
    expect(await outcomesIn(editor, about)).toEqual({ delivered: 2 });
    const next = await makeSentCampaign(editor, {
      market,
      sendAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
    });
    await world.clock.shift('24 hours 1 minute');
    await dispatch();
    await world.clock.shift('0');
    expect(await outcomesIn(editor, next)).toEqual({ delivered: 2 });
  });

  it('respect the quiet hours of a market: messages wait for their end', async () => {
    // Iceland has the time of UTC all year round.
    const [market, hour] = ['IS', new Date().getUTCHours()];
    const [one] = await subscribers(market, 1);
    const night = { from: (hour + 23) % 24, to: (hour + 3) % 24 };
    await editor.put('/admin/push/settings', { quietHours: { from: 0, to: 0, markets: { [market]: night } } });
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    const { body } = await editor.get<{ items: { status: string; nextAttemptAt: string }[] }>(
      `/admin/push/campaigns/${id}/messages`,
    );
    expect(body.items).toMatchObject([{ status: 'waiting' }]);
    expect(new Date(body.items[0]?.nextAttemptAt ?? 0).getUTCHours()).toBe(night.to);
    await world.clock.shift('1 hour');
    await dispatch();
    expect(one && gotBy(one)).toHaveLength(0);
    await world.clock.shift('4 hours');
    await dispatch();
    expect(one && gotBy(one)).toHaveLength(1);
    expect((await read(editor, id)).status).toBe('sent');
  });

  it.each([
    ['lifted', { from: 0, to: 0 }],
    [
      'changed, so that it is day',
      { from: (new Date().getUTCHours() + 5) % 24, to: (new Date().getUTCHours() + 6) % 24 },
    ],
  ])('that are %s release the messages that wait for their end', async (_how, hours) => {
    const [market, hour] = [freshMarket(), new Date().getUTCHours()];
    const [one] = await subscribers(market, 1);
    const night = { from: (hour + 20) % 24, to: (hour + 8) % 24 };
    const set = (given: object) =>
      editor.put('/admin/push/settings', { quietHours: { from: 0, to: 0, markets: { [market]: given } } });
    await set(night);
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    expect(one && gotBy(one)).toHaveLength(0);
    await set(hours);
    await drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database));
    await dispatch();
    expect(one && gotBy(one)).toHaveLength(1);
    expect((await read(editor, id)).status).toBe('sent');
  });

  it('of quiet hours apply to messages queued before they were set', async () => {
    const [market, hour] = ['IS', new Date().getUTCHours()];
    const [one] = await subscribers(market, 1);
    const id = await makeSentCampaign(editor, { market });
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    const night = { from: (hour + 23) % 24, to: (hour + 3) % 24 };
    await editor.put('/admin/push/settings', { enabled: true, quietHours: { markets: { [market]: night } } });
    await dispatch();
    expect(one && gotBy(one)).toHaveLength(0);
    expect((await read(editor, id)).counts).toMatchObject({ delivered: 0 });
  });
});

describe('queueing', () => {
  it('continues where a dead process stopped, and queues each message once', async () => {
    const market = freshMarket();
    await subscribers(market, 5);
    const id = await makeSentCampaign(editor, { market });
    await editor.put('/admin/push/settings', { enabled: false });
    await dispatch();
    // As if it had died after the first devices of all.
    await sql`update push_campaigns set queue_position = null, queued_at = null where id = ${id}`.execute(
      world.database.db,
    );
    await Promise.all([world, world.another()].map(dispatch));
    expect((await read(editor, id)).counts).toMatchObject({ queued: 5, waiting: 5 });
  });
});

/** A UUIDv7, which the service makes. */
const madeHere = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/);

describe('a test', () => {
  const deliver = () => drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database));

  it('reaches the devices of one user at once, also in quiet hours, and is not counted', async () => {
    const market = freshMarket();
    const [one, other] = await subscribers(market, 2);
    await editor.put('/admin/push/settings', { dailyCap: 1, quietHours: { from: 0, to: 23, markets: {} } });
    const id = await makeCampaign(editor, { market });
    const { body } = await editor.post(`/admin/push/campaigns/${id}/test`, { userId: one?.id });
    expect(body).toEqual({ devices: 1 });
    await deliver();
    expect([one, other].map((person) => person && gotBy(person).length)).toEqual([1, 0]);
    expect(await read(editor, id)).toMatchObject({ status: 'draft', counts: { queued: 0, delivered: 0 } });
    const { body: list } = await editor.get(`/admin/push/campaigns/${id}/messages?status=delivered`);
    const mine = await makeAdminActor(world, 'content_manager', { email: 'deniz@push.example' });
    const { device } = await makeSubscriber(world, endpoint, { email: mine.email, countryCode: market });
    expect((await mine.post(`/admin/push/campaigns/${id}/test`, {})).body).toEqual({ devices: 1 });
    await deliver();
    expect(gotBy({ device })).toHaveLength(1);
    expect(list.items).toMatchObject([
      { id: madeHere, isTest: true, outcome: 'delivered', responseStatus: 201, user: { displayName: null } },
    ]);
  });

  it('is refused for a user without devices, and while pushes are disabled', async () => {
    const id = await makeCampaign(editor);
    const { id: userId } = await makeViewer(world);
    const test = async () => (await editor.post(`/admin/push/campaigns/${id}/test`, { userId })).body;
    expect(await test()).toMatchObject({ details: [{ path: 'userId' }] });
    await makeViewer(world, { email: 'has.no.device@push.example' });
    const by = async (email: string) => (await editor.post(`/admin/push/campaigns/${id}/test`, { email })).body;
    expect(await by('nobody@push.example')).toMatchObject({ details: [{ path: 'email' }] });
    expect(await by('nobody@push.example')).toEqual(await by('has.no.device@push.example'));
    await editor.put('/admin/push/settings', { enabled: false });
    expect(await test()).toMatchObject({ error: 'push_stopped' });
    expect((await editor.post(`/admin/push/campaigns/${id}/test`, { userId: 'nobody' })).status).toBe(409);
  });
});
