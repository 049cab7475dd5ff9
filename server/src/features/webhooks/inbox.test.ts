import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole, tokenFor } from '../../../test/harness/actor.ts';
import { auditActionsOf } from '../../../test/harness/catalog.ts';
import { stoppedClock, withToken } from '../../../test/harness/sign-in.ts';
import { newId } from '../../kit/id.ts';
import { signMessage } from '../../kit/webhooks.ts';
import { openMediaWorld } from '../media/media-world.fixture.ts';

const { world, direct, assetOf, sendEvent } = await openMediaWorld();
await makeRole(world, 'operator', ['system:read', 'system:write']);
const { id: operatorId } = await makeAdminActor(world, 'operator');

const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

const dropFailingConstraint = () => owner.query('alter table media_assets drop constraint if exists no_failing_event');
afterEach(async () => {
  await dropFailingConstraint();
  await owner.query(`update webhook_events set outcome = 'ignored', next_attempt_at = null where outcome = 'failed'`);
  await world.clock.shift('0');
});

interface Event {
  id: string;
  source: string;
  eventId: string;
  outcome: string;
  detail: string | null;
  attempts: number;
  nextAttemptAt: string | null;
  lastError: string | null;
  replays: number;
  payload: object | null;
  allowed: string[];
}

/** Tests move the clock, and a token is valid for twelve hours. */
async function operator() {
  const { rows } = await world.database.pool.query<{ now: Date }>('select clock() as now');
  const issuedAt = rows[0]?.now ?? new Date();
  return withToken(world, await tokenFor(world, operatorId, { issuedAt }));
}
async function inboxOf(eventId: string): Promise<Event> {
  const { body } = await (await operator()).get<{ items: Event[] }>('/admin/webhooks?limit=200&source=media');
  const found = body.items.find((event) => event.eventId === eventId);
  if (!found) throw new Error(`${eventId} is not in the inbox`);
  return found;
}
const tick = async () => (await world.runner.runNow('media_sync')).counts.retried_webhooks;

/** A ready video under a name that the database rejects for now. */
async function failingEvent() {
  const id = newId();
  await owner.query(`alter table media_assets add constraint no_failing_event check (playback_id <> '${id}')`);
  const { body } = await direct();
  const event = { providerId: body.providerId, status: 'ready', playbackId: id };
  return { id, assetId: body.assetId, event, send: () => sendEvent(event, { id }) };
}

describe('an event that cannot be applied', () => {
  it('gets the same response, changes nothing, and is stored with a reason without internals', async () => {
    await stoppedClock(world);
    const { id, assetId, event, send } = await failingEvent();
    expect((await send()).status).toBe(204);
    const stored = await inboxOf(id);
    expect(stored).toMatchObject({
      outcome: 'failed',
      detail: 'It does not fit what is stored',
      lastError: 'conflicting',
      attempts: 1,
      payload: event,
      allowed: ['replay'],
    });
    expect(JSON.stringify(stored)).not.toMatch('no_failing_event');
    expect(await assetOf(assetId)).toMatchObject({ status: 'uploading', playbackId: null });
    expect(await auditActionsOf(world, assetId)).toEqual(['media.upload']);
  });

  it('has no effect when repeated, and is applied by the job a minute later', async () => {
    const moveTo = await stoppedClock(world);
    const { id, assetId, send } = await failingEvent();
    await send();
    await dropFailingConstraint();
    expect((await send()).status).toBe(204);
    await moveTo(59);
    expect(await tick()).toBe(0);
    expect(await inboxOf(id)).toMatchObject({ outcome: 'failed', attempts: 1 });
    await moveTo(60);
    expect(await tick()).toBe(1);
    expect(await inboxOf(id)).toMatchObject({
      outcome: 'applied',
      attempts: 2,
      nextAttemptAt: null,
      lastError: 'conflicting',
      allowed: [],
    });
    expect(await assetOf(assetId)).toMatchObject({ status: 'ready', playbackId: id });
    expect(await auditActionsOf(world, assetId)).toEqual(['media.upload', 'media.ready']);
  });

  it('is retried with backoff for a day, and can be replayed after that', async () => {
    const moveTo = await stoppedClock(world);
    const { id, assetId, send } = await failingEvent();
    await send();
    const pauses: number[] = [];
    let minute = 0;
    for (let next = await inboxOf(id); next.nextAttemptAt !== null; next = await inboxOf(id)) {
      const at = Math.round((Date.parse(next.nextAttemptAt) - Date.parse(await nowIs())) / 60_000);
      pauses.push(at);
      minute += at;
      await moveTo(minute * 60);
      expect(await tick()).toBe(1);
    }
    expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect([Math.max(...pauses), pauses.length, minute]).toEqual([60, 28, 63 + 22 * 60]);
    await moveTo(48 * 3600);
    expect(await tick()).toBe(0);
    expect(await figures()).toMatchObject({ 'webhook_events_given_up{source="media"}': expect.any(Number) });
    await dropFailingConstraint();
    // The same job has expired the upload meanwhile.
    await owner.query(`update media_assets set status = 'processing', error = null where id = '${assetId}'`);
    const stored = await inboxOf(id);
    expect(stored).toMatchObject({ outcome: 'failed', attempts: 29, nextAttemptAt: null, allowed: ['replay'] });
    const { body } = await (await operator()).post<Event>(`/admin/webhooks/${stored.id}/replay`);
    expect(body).toMatchObject({ outcome: 'applied', attempts: 29, replays: 1, allowed: [] });
    expect(await assetOfLater(assetId)).toBe('ready');
  }, 60_000);

  it('that fails again in a replay keeps its scheduled retry', async () => {
    const moveTo = await stoppedClock(world);
    const { id, assetId, send } = await failingEvent();
    await send();
    const before = await inboxOf(id);
    await moveTo(10);
    const { status, body } = await (await operator()).post<Event>(`/admin/webhooks/${before.id}/replay`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: 'failed', replays: 1, attempts: 1, nextAttemptAt: before.nextAttemptAt });
    await dropFailingConstraint();
    const dry = await (await operator()).post<{ body: Event; effects: { audit: { action: string }[] } }>(
      `/admin/webhooks/${before.id}/replay?dryRun=true`,
    );
    expect(dry.body.body).toMatchObject({ outcome: 'applied' });
    expect(dry.body.effects.audit.map(({ action }) => action)).toEqual(['media.ready', 'webhook.replay']);
    expect(await inboxOf(id)).toMatchObject({ outcome: 'failed', replays: 1 });
    await moveTo(60);
    expect(await tick()).toBe(1);
    expect(await auditActionsOf(world, assetId)).toEqual(['media.upload', 'media.ready']);
  });
});

const nowIs = async (): Promise<string> =>
  (await world.database.pool.query<{ now: Date }>('select clock() as now')).rows[0]?.now.toISOString() ?? '';
const assetOfLater = async (id: string) =>
  (await world.database.pool.query<{ status: string }>('select status from media_assets where id = $1', [id])).rows[0]
    ?.status;
async function figures(): Promise<Record<string, number>> {
  const { payload } = await world.app.inject('/metrics');
  return Object.fromEntries(
    [...payload.matchAll(/^(webhook_\w+\{.*\}) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
}

describe('the inbox', () => {
  it('stores no personal data', async () => {
    const id = newId();
    const event = {
      providerId: `nobody-${id}`,
      status: 'failed',
      error: 'ask layla@example.com',
      email: 'l@example.com',
    };
    await sendEvent(event, { id });
    expect((await inboxOf(id)).payload).toEqual({ ...event, error: 'ask [personal]', email: '[not kept]' });
  });

  it('refuses a malformed event with the invalid field, also when repeated, and stores it', async () => {
    const id = newId();
    const first = await sendEvent({ providerId: 'x', status: 'lost', durationS: '3' }, { id });
    expect(first.body).toMatchObject({
      statusCode: 400,
      error: 'validation_failed',
      details: [{ path: 'status' }, { path: 'durationS' }],
    });
    expect((await sendEvent({ providerId: 'fine', status: 'ready' }, { id })).body).toEqual(first.body);
    expect(await inboxOf(id)).toMatchObject({
      outcome: 'malformed',
      attempts: 0,
      nextAttemptAt: null,
      allowed: ['replay'],
      detail: expect.stringMatching(/^status .*; durationS /),
    });
  });

  it('refuses a message that is not JSON, also when repeated, and stores that it arrived', async () => {
    const id = newId();
    const payload = Buffer.from('{"providerId":');
    const headers = signMessage(world.config.secrets.mediaWebhook, { id, sentAt: new Date() }, payload);
    const url = '/v1/admin/media/webhook/video-stream';
    const type = { 'content-type': 'application/json' };
    const first = await world.app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload });
    expect(first.json()).toEqual({ statusCode: 400, error: 'invalid_json' });
    expect((await sendEvent({ providerId: 'fine', status: 'processing' }, { id })).text).toBe(first.payload);
    const kept = { outcome: 'malformed', detail: 'is not JSON', payload: null, allowed: [] };
    expect(await inboxOf(id)).toMatchObject(kept);
  });

  it('has metrics by source and outcome, with backlog and age', async () => {
    const moveTo = await stoppedClock(world);
    const count = async (outcome: string) =>
      (await figures())[`webhook_events_total{source="media",outcome="${outcome}"}`] ?? 0;
    const before = [await count('failed'), await count('repeated')];
    const { send } = await failingEvent();
    await send();
    await send();
    expect([await count('failed'), await count('repeated')]).toEqual(before.map((n) => n + 1));
    await moveTo(30);
    expect(await figures()).toMatchObject({
      'webhook_events_waiting{source="media"}': 1,
      'webhook_oldest_waiting_seconds{source="media"}': 30,
    });
    await dropFailingConstraint();
    await moveTo(60);
    await tick();
    expect(await figures()).not.toHaveProperty('webhook_events_waiting{source="media"}', 1);
  });

  it('is listed by outcome and source with system:read, and replayed with system:write', async () => {
    await makeRole(world, 'watcher', ['system:read']);
    const watcher = await makeAdminActor(world, 'watcher');
    const id = newId();
    await sendEvent({ providerId: `nobody-${id}`, status: 'processing' }, { id });
    const ids = async (query: string) =>
      (await watcher.get<{ items: Event[] }>(`/admin/webhooks?${query}`)).body.items.map(({ eventId }) => eventId);
    expect(await ids('outcome=unmatched&source=media')).toContain(id);
    expect(await ids('outcome=failed')).not.toContain(id);
    const failed = newId();
    await sendEvent({ providerId: `nobody-${failed}`, status: 'failed' }, { id: failed });
    const reported = await ids('outcome=unmatched&reportsFailure=true');
    expect([reported.includes(failed), reported.includes(id)]).toEqual([true, false]);
    expect(await ids('outcome=unmatched&reportsFailure=false')).not.toContain(failed);
    expect(await ids('outcome=unmatched&reportsFailure=false')).toContain(id);
    expect(await ids('source=payments:ios_store')).toEqual([]);
    const { body } = await watcher.get<{ items: Event[] }>('/admin/webhooks?outcome=unmatched');
    expect(body.items[0]?.allowed).toEqual([]);
    expect((await watcher.post(`/admin/webhooks/${body.items[0]?.id}/replay`)).status).toBe(403);
  });
});
