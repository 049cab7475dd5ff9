import { once } from 'node:events';
import { Agent } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { httpRequest } from '../../src/kit/http/wire.fixture.ts';
import { newId } from '../../src/kit/id.ts';
import { signMessage } from '../../src/kit/webhooks.ts';
import { auditActionsOf } from '../harness/catalog.ts';
import { testCount } from '../harness/long-form.ts';
import { type StartedService, startService } from '../harness/processes.ts';
import { seededRandom } from '../harness/random.ts';
import { listen } from '../harness/tus.ts';
import { countLockWaiters, openTransactions } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Events of providers at two processes on one database: this one, and another that is killed in the end. */

const world = await openWorld();
const secret = world.config.secrets.mediaWebhook;
let here: string;
let other: StartedService;

beforeAll(async () => {
  here = await listen(world);
  other = await startService(world);
});
afterAll(() => void other.child.kill('SIGKILL'));

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Tells one of the processes something, as the provider would. */
async function sendEvent(base: string, id: string, event: object): Promise<number> {
  const body = JSON.stringify(event);
  const headers = signMessage(secret, { id, sentAt: new Date() }, Buffer.from(body));
  const url = `${base}/v1/admin/media/webhook/video-stream`;
  const all = { 'content-type': 'application/json', ...headers };
  return (await httpRequest(agent, url, { method: 'POST', headers: all, body })).status;
}

async function video(): Promise<{
  assetId: string;
  event: { providerId: string; status: string; playbackId: string };
}> {
  const [assetId, providerId] = [newId(), newId()];
  await world.database.pool.query(
    `insert into media_assets (id, kind, provider, provider_id, status, size_bytes)
     values ($1, 'video', 'video_provider', $2, 'processing', 1)`,
    [assetId, providerId],
  );
  return { assetId, event: { providerId, status: 'ready', playbackId: `pb-${providerId}` } };
}

interface StoredEvent {
  outcome: string;
  attempts: number;
  lastError: string | null;
}
const inboxOf = async (id: string): Promise<StoredEvent | undefined> =>
  (
    await world.database.pool.query<StoredEvent>(
      'select outcome, attempts, last_error as "lastError" from webhook_events where event_id = $1',
      [id],
    )
  ).rows[0];
const tick = async () => (await world.runner.runNow('media_sync')).counts.retried_webhooks;

/** Whoever wants to change this asset waits until it is let go. */
async function hold(assetId: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: world.server.url('app', world.databaseName) });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from media_assets where id = $1 for update', [assetId]);
  return () => holder.end();
}

describe('an event that someone is still at', () => {
  it('is left to them by the job, however long it takes, and applied once', async () => {
    const { assetId, event } = await video();
    const id = newId();
    const letGo = await hold(assetId);
    const sending = sendEvent(other.base, id, event);
    await expect.poll(() => countLockWaiters(world), { interval: 10 }).toBeGreaterThan(0);
    await world.clock.shift('2 minutes');
    expect(await tick()).toBe(0);
    await letGo();
    expect(await sending).toBe(204);
    await world.clock.shift('0');
    expect(await inboxOf(id)).toEqual({ outcome: 'applied', attempts: 1, lastError: null });
    expect(await auditActionsOf(world, assetId)).toEqual(['media.ready']);
  });
});

describe('a storm of events', () => {
  it('in five copies each, shuffled, sixteen at a time at two processes, are each applied once', async () => {
    const random = seededRandom(5_150_716);
    const count = testCount(10, { long: 30 });
    const videos = await Promise.all(Array.from({ length: count }, video));
    const events = videos.flatMap(({ event }) => [
      { id: newId(), event },
      { id: newId(), event: { ...event, status: 'processing', playbackId: undefined } },
    ]);
    const copies = random.shuffled(events.flatMap((event) => Array.from({ length: 5 }, () => event)));
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async (_, n) => {
        for (let next = copies.pop(); next; next = copies.pop()) {
          statuses.push(await sendEvent(n % 2 === 0 ? here : other.base, next.id, next.event));
        }
      }),
    );
    expect([statuses.length, new Set(statuses)]).toEqual([10 * count, new Set([204])]);
    for (const { assetId } of videos) expect(await auditActionsOf(world, assetId)).toEqual(['media.ready']);
    const { rows } = await world.database.pool.query<{ outcome: string; n: number }>(
      'select outcome, count(*) as n from webhook_events where event_id = any($1) group by outcome order by outcome',
      [events.map(({ id }) => id)],
    );
    expect(rows).toEqual([
      { outcome: 'applied', n: count },
      { outcome: 'ignored', n: count },
    ]);
  });
});

describe('an event whose process is killed after it was received and before it was applied', () => {
  async function killInBetween() {
    const cut = [await video(), await video()].map((one) => ({ id: newId(), ...one }));
    const holders = await Promise.all(cut.map(({ assetId }) => hold(assetId)));
    const sending = cut.map(({ id, event }) => sendEvent(other.base, id, event).catch(() => 0));
    await expect.poll(() => countLockWaiters(world), { interval: 10 }).toBe(cut.length);
    const gone = once(other.child, 'close');
    other.child.kill('SIGKILL');
    await gone;
    expect(await Promise.all(sending)).toEqual([0, 0]);
    // Its transactions notice that it is gone once they have the lock.
    for (const letGo of holders) await letGo();
    await expect.poll(() => openTransactions(world)).toBe(0);
    for (const { id } of cut) expect(await inboxOf(id)).toEqual({ outcome: 'received', attempts: 1, lastError: null });
    return cut;
  }
  // A start costs more than all the rest of a test, so each test has one of two events that one process lost.
  let killing: ReturnType<typeof killInBetween> | undefined;
  const killedInBetween = async (n: 0 | 1) => {
    killing ??= killInBetween();
    return (await killing)[n] ?? expect.unreachable();
  };

  it('is applied at once when the provider sends it again', async () => {
    const { id, assetId, event } = await killedInBetween(0);
    expect(await sendEvent(here, id, event)).toBe(204);
    expect(await inboxOf(id)).toMatchObject({ outcome: 'applied' });
    expect(await auditActionsOf(world, assetId)).toEqual(['media.ready']);
  });

  it('is applied by the job otherwise, a minute later and once', async () => {
    const { id, assetId } = await killedInBetween(1);
    expect(await tick()).toBe(0);
    await world.clock.shift('61 seconds');
    expect(await tick()).toBe(1);
    expect(await inboxOf(id)).toEqual({ outcome: 'applied', attempts: 2, lastError: 'interrupted' });
    expect(await tick()).toBe(0);
    await world.clock.shift('0');
    expect(await auditActionsOf(world, assetId)).toEqual(['media.ready']);
  });
});
