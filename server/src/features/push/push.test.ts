import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { openApns, openFcm, phoneToken } from '../../../test/harness/phone-services.ts';
import { openPushEndpoint } from '../../../test/harness/push-endpoint.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { type Campaign, makeCampaign, makeSentCampaign, makeSubscriber, noPushLimits, read } from './push.fixture.ts';

const endpoint = await openPushEndpoint();
const [fcm, apns] = [await openFcm(), await openApns()];
const world = await openWorld({}, {}, undefined, { ...endpoint.options, fcm: fcm.options, apns: apns.options });
const editor = await makeAdminActor(world, 'content_manager');
const finance = await makeAdminActor(world, 'finance');
await makeRole(world, 'push reader', ['push:read']);
const reader = await makeAdminActor(world, 'push reader');
await editor.put('/admin/push/settings', noPushLimits);

const devicesOf = async (userId: string): Promise<string[]> => {
  const query = sql<{
    endpoint: string;
  }>`select endpoint from push_subscriptions where user_id = ${userId} order by id`;
  return (await query.execute(world.database.db)).rows.map((row) => row.endpoint);
};

describe('a device', () => {
  it('is registered once, and belongs to the last user who registered it', async () => {
    const [first, second] = [await makeViewer(world), await makeViewer(world)];
    const { subscription } = endpoint.device();
    for (const viewer of [first, first, second]) await viewer.put('/v1/me/push', { subscription });
    expect([await devicesOf(first.id), await devicesOf(second.id)]).toEqual([[], [subscription.endpoint]]);
    const kept = await second.put('/v1/me/push', { prefs: { marketing: false } });
    expect(kept.body.pushPrefs).toEqual({ drops: true, marketing: false, moderation: true });
    expect(await devicesOf(second.id)).toHaveLength(1);
    await second.put('/v1/me/push', { subscription: null });
    expect(await devicesOf(second.id)).toEqual([]);
  });

  it('registered by several users concurrently belongs to one of them', async () => {
    const viewers = await Promise.all(Array.from({ length: 6 }, () => makeViewer(world)));
    const { subscription } = endpoint.device();
    const answers = await Promise.all(viewers.map((viewer) => viewer.put('/v1/me/push', { subscription })));
    expect(answers.map(({ status }) => status)).toEqual(viewers.map(() => 200));
    expect((await Promise.all(viewers.map(({ id }) => devicesOf(id)))).flat()).toEqual([subscription.endpoint]);
  });

  it('is replaced by a newer one when a user has too many', async () => {
    const viewer = await makeViewer(world);
    const devices = Array.from({ length: 21 }, () => endpoint.device());
    for (const { subscription } of devices) await viewer.put('/v1/me/push', { subscription });
    const kept = await devicesOf(viewer.id);
    expect(kept).toHaveLength(20);
    expect(kept).not.toContain(devices[0]?.subscription.endpoint);
  });

  const { keys } = endpoint.device().subscription;
  const public_ = 'https://push.example.com/send/abc';
  it.each([
    [{ endpoint: 'http://push.example.com/send', keys }, 'subscription.endpoint'],
    [{ endpoint: 'https://169.254.169.254/latest', keys }, 'subscription.endpoint'],
    [{ endpoint: 'https://[::ffff:127.0.0.1]/', keys }, 'subscription.endpoint'],
    [{ endpoint: 'https://push.example.com:22/', keys }, 'subscription.endpoint'],
    [{ endpoint: public_, keys: { ...keys, auth: 'short' } }, 'subscription.keys.auth'],
    [{ endpoint: public_, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }, 'subscription.keys.p256dh'],
    [{ endpoint: public_ }, 'subscription.keys'],
    [{ kind: 'apns', token: 'abc' }, 'subscription.token'],
    [{ kind: 'apns', token: '../../../admin/'.padEnd(64, 'a') }, 'subscription.token'],
    [{ kind: 'fcm', token: `${'a'.repeat(30)}/../` }, 'subscription.token'],
    ['nothing', 'subscription'],
  ])('%j is refused', async (subscription, path) => {
    const { status, body } = await (await makeViewer(world)).put<{ details: { path: string }[] }>('/v1/me/push', {
      subscription,
    });
    expect([status, body.details[0]?.path]).toEqual([400, path]);
  });

  it('may be a phone, whose token is one device in any letters', async () => {
    const viewer = await makeViewer(world);
    const [android, iphone] = [phoneToken(), phoneToken()];
    for (const subscription of [
      { kind: 'fcm', token: android },
      { kind: 'apns', token: iphone.toUpperCase() },
      { kind: 'apns', token: iphone },
    ]) {
      expect((await viewer.put('/v1/me/push', { subscription })).status).toBe(200);
    }
    expect((await devicesOf(viewer.id)).toSorted()).toEqual([android, iphone].toSorted());
    const other = await makeViewer(world);
    await other.put('/v1/me/push', { subscription: { kind: 'fcm', token: android } });
    expect([await devicesOf(viewer.id), await devicesOf(other.id)]).toEqual([[iphone], [android]]);
  });

  it('of a kind that is not configured is refused, with its preferences unchanged', async () => {
    const withoutPhones = await openWorld({}, {}, undefined, endpoint.options);
    const viewer = await makeViewer(withoutPhones);
    const subscription = { kind: 'apns', token: phoneToken() };
    const refused = await viewer.put('/v1/me/push', { subscription, prefs: { marketing: false } });
    expect([refused.status, refused.body]).toMatchObject([409, { error: 'push_not_configured' }]);
    expect((await viewer.get('/v1/me')).body).toMatchObject({ pushPrefs: { marketing: true } });
    const admin = await makeAdminActor(withoutPhones, 'content_manager');
    expect((await admin.get('/admin/push/settings')).body).toMatchObject({ mode: 'live', kinds: ['web'] });
  });

  it('is removed when its user is anonymized', async () => {
    const subscriber = await makeSubscriber(world, endpoint);
    await subscriber.put('/v1/me/push', { subscription: { kind: 'fcm', token: phoneToken() } });
    const [asking, deciding] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const { body } = await asking.post<{ approvalId: string }>(`/admin/users/${subscriber.id}/anonymize`, {
      reason: 'asked',
    });
    expect((await deciding.post(`/admin/approvals/${body.approvalId}/approve`)).status).toBe(200);
    expect(await devicesOf(subscriber.id)).toEqual([]);
  });

  it('gets the key for subscriptions', async () => {
    const viewer = await makeViewer(world);
    expect((await viewer.get('/v1/push/key')).body).toEqual({ publicKey: world.push.publicKey });
  });
});

describe('an audience', () => {
  it('is counted by category, market and segment, without unreachable users', async () => {
    const count = async (given: object) =>
      (await reader.post('/admin/push/audience', { category: 'drops', ...given })).body;
    const market = { market: 'kw' };
    expect(await count(market)).toEqual({
      ...{ users: 0, devices: 0, timeZone: 'Asia/Kuwait', languages: [], waiting: [] },
    });
    const people = await Promise.all(
      Array.from({ length: 5 }, () => makeSubscriber(world, endpoint, { countryCode: 'KW' })),
    );
    const [two, unwilling, banned, elapsed] = people;
    await two?.put('/v1/me/push', { subscription: endpoint.device().subscription });
    await unwilling?.put('/v1/me/push', { prefs: { drops: false } });
    const { pool } = world.database;
    await pool.query(`update users set status = 'banned' where id = $1`, [banned?.id]);
    await pool.query(`update users set status = 'suspended', suspended_until = '2020-01-01' where id = $1`, [
      elapsed?.id,
    ]);
    expect(await count(market)).toMatchObject({ users: 3, devices: 4 });
    expect(await count({ ...market, category: 'marketing' })).toMatchObject({ users: 4, devices: 5 });
    const pricing = { name: 'Nobody', rule: { minSpendCents: 100 } };
    const segment = await finance.post<{ id: string }>('/admin/segments', pricing);
    expect(await count({ ...market, segmentId: segment.body.id })).toMatchObject({ users: 0 });
    const used = await makeCampaign(editor, { segmentId: segment.body.id });
    const shown = await finance.get<{ usedBy: object[] }>(`/admin/segments/${segment.body.id}`);
    expect(shown.body.usedBy).toEqual([{ type: 'push_campaign', id: used, label: 'New tonight' }]);
    expect((await finance.delete(`/admin/segments/${segment.body.id}`)).body).toMatchObject({
      error: 'segment_in_use',
    });
    const unknown = await reader.post('/admin/push/audience', { category: 'drops', segmentId: 'nothing' });
    expect(unknown.body).toMatchObject({ statusCode: 404, field: 'segmentId' });
  });
});

describe('a campaign', () => {
  it('is created, edited by language and sent, with the permission', async () => {
    const id = await makeCampaign(editor, { market: 'id', sendAt: '2035-01-02T11:00:00Z' });
    const first = await read(reader, id);
    expect(first).toMatchObject({
      status: 'draft',
      market: 'ID',
      timeZone: 'Asia/Jakarta',
      audience: null,
      allowed: [],
    });
    expect((await reader.put(`/admin/push/campaigns/${id}`, { market: null })).status).toBe(403);
    const edited = await editor.put<Campaign>(`/admin/push/campaigns/${id}`, {
      titleI18n: { id: 'Baru' },
      bodyI18n: { id: 'Malam' },
    });
    expect(edited.body).toMatchObject({ titleI18n: { en: 'New tonight', ar: 'جديد الليلة', id: 'Baru' } });
    const stale = { headers: { 'if-match': `"${first.revision}"` } };
    expect((await editor.put(`/admin/push/campaigns/${id}`, { market: null }, stale)).status).toBe(412);
    const half = await editor.put(`/admin/push/campaigns/${id}`, { bodyI18n: { ar: null } });
    expect(half.body).toMatchObject({ details: [{ path: 'bodyI18n.ar' }] });
    const dry = await editor.post(`/admin/push/campaigns/${id}/send?dryRun=true`);
    expect(dry.body).toMatchObject({ dryRun: true, body: { status: 'scheduled', audience: { users: 0 } } });
    expect((await read(editor, id)).status).toBe('draft');
    expect((await editor.post(`/admin/push/campaigns/${id}/send`)).body).toMatchObject({
      status: 'scheduled',
      sendAt: '2035-01-02T11:00:00.000Z',
      allowed: ['update', 'test', 'cancel'],
    });
    expect((await editor.post(`/admin/push/campaigns/${id}/send`)).body).toMatchObject({ error: 'invalid_transition' });
    expect((await editor.put(`/admin/push/campaigns/${id}`, { sendAt: null })).status).toBe(400);
    expect((await editor.post(`/admin/push/campaigns/${id}/cancel`)).status).toBe(204);
    expect((await editor.put(`/admin/push/campaigns/${id}`, { market: null })).body).toMatchObject({
      error: 'invalid_transition',
      currentState: 'cancelled',
    });
  });

  it('is sent once for two concurrent requests', async () => {
    const id = await makeCampaign(editor, { sendAt: '2035-01-02T11:00:00Z' });
    const answers = await Promise.all([1, 2, 3].map(() => editor.post(`/admin/push/campaigns/${id}/send`)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
  });

  it('without a market or texts is refused', async () => {
    const words = { titleI18n: { en: 'A' }, bodyI18n: { en: 'B' }, category: 'drops' };
    for (const fault of [
      { market: 'ZZ' },
      { category: 'news' },
      { titleI18n: { ar: 'A' } },
      { sendAt: '2030-01-01' },
      { sendAt: '2020-01-01T00:00:00Z' },
    ]) {
      expect((await editor.post('/admin/push/campaigns', { ...words, ...fault })).status, JSON.stringify(fault)).toBe(
        400,
      );
    }
    const unknown = { ...words, segmentId: '01930000-0000-7000-8000-000000000099' };
    expect((await editor.post('/admin/push/campaigns', unknown)).body).toMatchObject({
      error: 'not_found',
      field: 'segmentId',
    });
  });

  it('keeps a time that has passed since, and accepts no other past time', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const id = await makeCampaign(editor, { sendAt: soon });
    await world.clock.shift('1 hour');
    const kept = await editor.put<Campaign>(`/admin/push/campaigns/${id}`, { market: 'ID', sendAt: soon });
    expect([kept.status, kept.body]).toMatchObject([200, { sendAt: soon }]);
    const earlier = await editor.put(`/admin/push/campaigns/${id}`, { sendAt: '2020-01-01T00:00:00Z' });
    expect([earlier.status, earlier.body]).toMatchObject([400, { details: [{ path: 'sendAt' }] }]);
    await world.clock.shift('0');
  });

  it('whose audience changed since it was scheduled has the new count', async () => {
    await makeSubscriber(world, endpoint, { countryCode: 'OM' });
    const id = await makeSentCampaign(editor, { market: 'QA', sendAt: '2035-01-02T11:00:00Z' });
    expect((await read(editor, id)).audience).toEqual({ users: 0, devices: 0 });
    const edited = await editor.put<Campaign>(`/admin/push/campaigns/${id}`, { market: 'OM' });
    expect(edited.body.audience).toEqual({ users: 1, devices: 1 });
  });

  it('cannot be sent without keys', async () => {
    const other = await openWorld({}, {}, undefined, { isLogged: false });
    const admin = await makeAdminActor(other, 'content_manager');
    const id = await makeCampaign(admin);
    expect((await admin.post(`/admin/push/campaigns/${id}/send`)).body).toMatchObject({ error: 'push_not_configured' });
    expect((await admin.get('/admin/push/settings')).body).toMatchObject({ mode: 'off' });
  });

  it('is in the timeline of its recipients, with push:read', async () => {
    const subscriber = await makeSubscriber(world, endpoint, { countryCode: 'BH' });
    await subscriber.put('/v1/me/push', { subscription: endpoint.device().subscription });
    const id = await makeSentCampaign(editor, { market: 'BH' });
    await world.runner.runNow('push_dispatch');
    await makeRole(world, 'reader of pushes and users', ['users:read', 'push:read']);
    const userReader = await makeAdminActor(world, 'reader of pushes and users');
    const pushes = async (admin: typeof userReader) =>
      (
        await admin.get<{ items: { type: string; data: object }[] }>(`/admin/users/${subscriber.id}/timeline`)
      ).body.items.filter(({ type }) => type === 'push');
    expect(await pushes(userReader)).toMatchObject([
      { data: { campaignId: id, outcome: 'delivered', category: 'drops' } },
    ]);
    expect(await pushes(await makeAdminActor(world, 'moderator'))).toEqual([]);
    const page = await userReader.get<{ pushDevices: number }>(`/admin/users/${subscriber.id}`);
    expect(page.body.pushDevices).toBe(2);
  });
});

describe('the push settings', () => {
  it('can be updated with push:write and the current revision', async () => {
    const { body } = await reader.get<{ revision: number }>('/admin/push/settings');
    expect(body).toMatchObject({ enabled: true, mode: 'live', allowed: [] });
    expect((await reader.put('/admin/push/settings', { enabled: false })).status).toBe(403);
    const seen = { headers: { 'if-match': `"${body.revision}"` } };
    const markets = { sa: { from: 1, to: 5 } };
    const next = await editor.put('/admin/push/settings', { quietHours: { from: 23, markets } }, seen);
    expect(next.body).toMatchObject({ quietHours: { from: 23, to: 0, markets: { SA: { from: 1, to: 5 } } } });
    expect((await editor.put('/admin/push/settings', { dailyCap: 5 }, seen)).status).toBe(412);
    expect((await editor.put('/admin/push/settings', { quietHours: { from: 24 } })).status).toBe(400);
    const nowhere = { quietHours: { markets: { ID: { from: 1, to: 5 }, ZZ: { from: 1, to: 5 } } } };
    expect((await editor.put('/admin/push/settings', nowhere)).body).toMatchObject({
      details: [{ path: 'quietHours.markets.ZZ' }],
    });
    await editor.put('/admin/push/settings', noPushLimits);
  });
});
