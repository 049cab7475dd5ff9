import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batchSize } from '../../src/features/push/dispatch.ts';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { openApns, openFcm, phoneToken } from '../harness/phone-services.ts';
import { processPath } from '../harness/processes.ts';
import { type Device, openPushEndpoint } from '../harness/push-endpoint.ts';
import { makeViewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

/** Processes that are killed while they send, seen from the push service. */

const endpoint = await openPushEndpoint();
const [fcm, apns] = [await openFcm(), await openApns()];
const options = { ...endpoint.options, fcm: fcm.options, apns: apns.options };
const world = await openWorld({}, {}, undefined, options);
const { pool } = world.database;
const editor = await makeAdminActor(world, 'content_manager');
await editor.put('/admin/push/settings', { dailyCap: 100, quietHours: { from: 0, to: 0, markets: {} } });

/** More than two batches. */
const count = 250;
/** So many are answered; whoever sends the others is killed before they are. */
const answered = batchSize + 30;

async function makeDevices(): Promise<Device[]> {
  const { id } = await makeViewer(world, { countryCode: 'ID' });
  const devices = Array.from({ length: count }, () => endpoint.device());
  await pool.query(
    `insert into push_subscriptions (id, user_id, endpoint, p256dh, auth)
     select id, $1, endpoint, p256dh, auth from unnest($2::uuid[], $3::text[], $4::text[], $5::text[])
       as d (id, endpoint, p256dh, auth)`,
    [
      id,
      devices.map(newId),
      devices.map(({ subscription }) => subscription.endpoint),
      devices.map(({ subscription: { keys } }) => keys.p256dh),
      devices.map(({ subscription: { keys } }) => keys.auth),
    ],
  );
  return devices;
}

async function send(market: string): Promise<string> {
  const words = { titleI18n: { en: 'New tonight' }, bodyI18n: { en: 'Episode 12' } };
  const { body } = await editor.post<{ id: string }>('/admin/push/campaigns', { ...words, category: 'drops', market });
  expect((await editor.post(`/admin/push/campaigns/${body.id}/send`)).status).toBe(200);
  return body.id;
}

const startDispatcher = (): ChildProcess => {
  const given = [world.server.url('app', world.databaseName), JSON.stringify(options)];
  return spawn(process.execPath, [processPath('push-process.fixture'), ...given], { stdio: 'ignore' });
};

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** How many messages there are of each outcome; those without one are under way. */
async function outcomes(campaignId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ outcome: string; count: number }>(
    `select coalesce(outcome, status) as outcome, count(*)::integer as count from push_messages
     where campaign_id = $1 group by 1 order by 1`,
    [campaignId],
  );
  return Object.fromEntries(rows.map((row) => [row.outcome, row.count]));
}

it('A process that is killed while it sends loses no message, and repeats only what it had no answer to', {
  timeout: 120_000,
}, async () => {
  const devices = await makeDevices();
  const id = await send('ID');
  let asked = 0;
  endpoint.answer = () => (++asked <= answered ? { status: 201 } : new Promise(() => {}));
  const first = startDispatcher();
  const others: ChildProcess[] = [];
  try {
    // One batch is settled, and of the next some are answered, and settled too, and some are not.
    while ((await outcomes(id)).delivered !== answered) await sleep(20);
    while (endpoint.received.length <= answered) await sleep(20);
    await kill(first);
    const before = new Map(endpoint.received.map(({ path }) => [path, true]));
    const { rows } = await pool.query<{ endpoint: string }>(
      `select s.endpoint from push_messages m join push_subscriptions s on s.id = m.subscription_id
       where m.campaign_id = $1 and m.status = 'done'`,
      [id],
    );
    const settled = new Set(rows.map((row) => new URL(row.endpoint).pathname));
    expect(settled.size).toBe(answered);
    endpoint.answer = () => ({ status: 201 });
    // The lease of what it had taken is over; two others come, of which one does the work at a time.
    await world.clock.shift('4 minutes');
    others.push(startDispatcher(), startDispatcher());
    while ((await outcomes(id)).delivered !== count) await sleep(50);
    const times = new Map(devices.map(({ path }) => [path, 0]));
    for (const { path, headers } of endpoint.received) {
      expect(headers.topic).toBe(id.replaceAll('-', ''));
      times.set(path, (times.get(path) ?? 0) + 1);
    }
    const often = devices.map(({ path }) => times.get(path) ?? 0);
    expect(Math.min(...often)).toBe(1);
    expect(devices.filter(({ path }) => settled.has(path) && times.get(path) !== 1)).toEqual([]);
    expect(devices.filter(({ path }) => !before.has(path) && times.get(path) !== 1)).toEqual([]);
    expect(Math.max(...often)).toBe(2);
  } finally {
    await Promise.all([...(first.exitCode === null && first.signalCode === null ? [first] : []), ...others].map(kill));
    await world.clock.shift('0');
  }
});

it('The browser and the phones of one person each show a message once, also if the process is killed before their answers', {
  timeout: 120_000,
}, async () => {
  const viewer = await makeViewer(world, { countryCode: 'EG' });
  const [browser, android, iphone] = [endpoint.device(), phoneToken(), phoneToken()];
  for (const subscription of [browser.subscription, { kind: 'fcm', token: android }, { kind: 'apns', token: iphone }]) {
    expect((await viewer.put('/v1/me/push', { subscription })).status).toBe(200);
  }
  endpoint.answer = () => ({ status: 201 });
  // The browser answers; the phones show the message, and the process never hears of it.
  const silence = () => new Promise<never>(() => {});
  [fcm.answer, apns.answer] = [silence, silence];
  const id = await send('EG');
  const first = startDispatcher();
  const others: ChildProcess[] = [];
  try {
    await expect.poll(() => [fcm.received.length, apns.received.length], { timeout: 60_000 }).toEqual([1, 1]);
    await expect.poll(() => outcomes(id), { timeout: 60_000 }).toEqual({ delivered: 1, sending: 2 });
    await kill(first);
    [fcm.answer, apns.answer] = [() => ({ status: 200 }), () => ({ status: 200 })];
    await world.clock.shift('4 minutes');
    others.push(startDispatcher());
    await expect.poll(() => outcomes(id), { timeout: 60_000 }).toEqual({ delivered: 3 });
    expect(endpoint.received.filter(({ path }) => path === browser.path)).toHaveLength(1);
    // What is sent twice replaces itself on the phone.
    const shown = [
      new Set(fcm.received.map(({ token, android: { notification } }) => JSON.stringify([token, notification]))),
      new Set(apns.received.map(({ token, headers }) => JSON.stringify([token, headers['apns-collapse-id']]))),
    ];
    expect([fcm.received.length, apns.received.length]).toEqual([2, 2]);
    expect(shown.map((set) => [...set])).toEqual([
      [JSON.stringify([android, { tag: id }])],
      [JSON.stringify([iphone, id.replaceAll('-', '')])],
    ]);
  } finally {
    await Promise.all([...(first.exitCode === null && first.signalCode === null ? [first] : []), ...others].map(kill));
    await world.clock.shift('0');
  }
});
