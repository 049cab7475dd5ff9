import pg from 'pg';
import { pino } from 'pino';
import { Type } from 'typebox';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { Refused, refuse, unavailable } from '../../kit/errors.ts';
import { parserOf } from '../../kit/http/validate.ts';
import { newId } from '../../kit/id.ts';
import * as audit from '../audit/public.ts';
import { retryNext } from './apply.ts';
import { receive } from './inbox.ts';
import { type Receipt, type WebhookSource, webhookSource } from './source.ts';

/** A source of many rails, which fails on request. */

const world = await openWorld();
const { database } = world;
const log = pino({ level: 'silent' });

const parse = parserOf(
  Type.Object({
    type: Type.String(),
    occurredAt: Type.String(),
    account: Type.Optional(Type.String()),
    email: Type.Optional(Type.Literal('layla@example.com')),
  }),
);
const received: Receipt[] = [];
const applied: object[] = [];
let fail: (() => unknown) | undefined;

const payments = webhookSource({
  name: 'payments',
  event: Type.Object({ type: Type.String(), account: Type.Optional(Type.String()) }),
  parse(payload) {
    const parsed = parse(payload);
    return 'faults' in parsed ? parsed : { event: parsed.value, occurredAt: new Date(parsed.value.occurredAt) };
  },
  async apply(ctx, event, receipt) {
    const { type } = event;
    await audit.record(ctx, { action: 'purchase.complete', target: { type: 'purchase', id: receipt.eventId } });
    if (fail) throw await fail();
    received.push(receipt);
    applied.push(event);
    return type === 'purchase.completed' ? { outcome: 'applied' } : { outcome: 'unmatched', detail: 'unknown_type' };
  },
});

beforeEach(async () => {
  fail = undefined;
  await database.pool.query(`update webhook_events set outcome = 'ignored', next_attempt_at = null`);
});

const event = { type: 'purchase.completed', occurredAt: '2030-01-01T00:00:00.000Z' };
async function send(payload: object = event, rail = 'ios_store'): Promise<string> {
  const id = newId();
  const message = { id, sentAt: new Date() };
  const from = { requestId: `request-${id}`, ip: '10.0.0.1' };
  await receive(database, log, { source: payments, sourceName: `payments:${rail}`, message, payload, from });
  return id;
}
const storedEvent = async (eventId: string) =>
  (
    await database.pool.query<Record<string, unknown>>(
      'select source, outcome, detail, last_error, attempts, payload from webhook_events where event_id = $1',
      [eventId],
    )
  ).rows[0];
const audited = async (eventId: string) =>
  (
    await database.pool.query<{ request_id: string; admin_email: string }>(
      'select request_id, admin_email from audit_log where target_id = $1',
      [eventId],
    )
  ).rows;
const retryLater = async (sources: readonly WebhookSource[] = [payments]) => {
  await world.clock.shift('61 seconds');
  await retryNext(database.jobs, log, sources);
  await world.clock.shift('0');
};

describe('a source of many rails', () => {
  it('gets the rail, the time of receipt and the time of the event', async () => {
    const id = await send();
    expect(received.at(-1)).toMatchObject({
      source: 'payments:ios_store',
      eventId: id,
      receivedAt: expect.any(Date),
      occurredAt: new Date(event.occurredAt),
    });
    expect(await storedEvent(id)).toMatchObject({ source: 'payments:ios_store', outcome: 'applied' });
    expect(await audited(id)).toEqual([{ request_id: `request-${id}`, admin_email: 'system' }]);
  });

  it('can use the same id on two rails for separate events', async () => {
    const message = { id: newId(), sentAt: new Date() };
    const from = { message, payload: event, from: { requestId: 'x', ip: 'x' } };
    for (const rail of ['ios_store', 'android_store']) {
      await receive(database, log, { source: payments, sourceName: `payments:${rail}`, ...from });
    }
    expect(await audited(message.id)).toHaveLength(2);
  });

  it('stores an event of an unknown type as unmatched', async () => {
    const id = await send({ ...event, type: 'purchase.wrapped' });
    expect(await storedEvent(id)).toMatchObject({ outcome: 'unmatched', detail: 'unknown_type' });
  });
});

describe('the reason of a failed event is stable', () => {
  const constraint = async () =>
    database.pool
      .query(`insert into outbox (id, topic, payload, status) values (gen_random_uuid(), '', '{}', 'lost')`)
      .catch((error: unknown) => error);
  it.each([
    ['a constraint', constraint, 'conflicting', 'It does not fit what is stored'],
    ['no connection', () => Object.assign(new Error('x'), { code: '57P01' }), 'busy', undefined],
    ['a statement that took too long', () => Object.assign(new Error('x'), { code: '57014' }), 'busy', undefined],
    ['being put off', () => new Refused(unavailable, {}), 'busy', 'The service was too busy to apply it'],
    ['a refusal', refusal, 'refused', 'The service refused it: user_banned'],
    ['a mistake of ours', () => new Error('select secret from x'), 'unexpected', undefined],
    ['something that is no error', () => 'boom', 'unexpected', 'An unexpected fault, which the log describes'],
  ])('%s', async (_name, cause, code, detail) => {
    fail = cause;
    const id = await send();
    expect(await storedEvent(id)).toMatchObject({ outcome: 'failed', last_error: code, ...(detail && { detail }) });
    expect(JSON.stringify(await storedEvent(id))).not.toMatch(/select|secret|boom/);
    expect(await audited(id), 'what it wrote before it failed is undone').toEqual([]);
    fail = undefined;
    await retryLater();
    expect(await storedEvent(id)).toMatchObject({ outcome: 'applied', last_error: code, attempts: 2 });
    expect(await audited(id)).toHaveLength(1);
  });

  it('its source is gone', async () => {
    fail = () => new Error('x');
    const id = await send();
    await retryLater([]);
    expect(await storedEvent(id)).toMatchObject({ outcome: 'failed', last_error: 'unknown_source', attempts: 2 });
  });
});

describe('the applied event', () => {
  const account = '+6281234567890';
  const sent = { ...event, account, email: 'layla@example.com', note: 'x' };

  it('is the parsed payload, not the masked one, also in a retry', async () => {
    fail = () => new Error('x');
    const id = await send(sent);
    fail = undefined;
    await retryLater();
    expect(applied.at(-1)).toEqual({ type: event.type, account });
    const unread = { occurredAt: '[not kept]', email: '[not kept]', note: '[not kept]' };
    const masked = { ...sent, ...unread, account: '[personal]' };
    expect(await storedEvent(id)).toMatchObject({ outcome: 'applied', payload: masked });
    const { rows } = await database.pool.query('select event from webhook_events where event_id = $1', [id]);
    expect(rows).toEqual([{ event: { type: event.type, account } }]);
  });

  it.each([
    ['applied', event, null],
    ['failed', { ...event, email: '[personal]' }, 'unreadable'],
  ])('is the payload of an event of an older release, which is %s', async (outcome, payload, error) => {
    const id = newId();
    await database.pool.query(
      `insert into webhook_events (id, source, event_id, payload, outcome, attempts, next_attempt_at)
       values ($1, 'payments:ios_store', $1::uuid::text, $2, 'failed', 1, clock())`,
      [id, payload],
    );
    await retryLater();
    expect(await storedEvent(id)).toMatchObject({ outcome, last_error: error, attempts: 2 });
  });
});

describe('an interrupted attempt', () => {
  it('leaves the event to the process that has locked it by then, without waiting', async () => {
    const other = new pg.Client({ connectionString: world.server.url('app', world.databaseName) });
    await other.connect();
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const blockers = async (): Promise<number[]> =>
      (await database.pool.query<{ pids: number[] }>('select pg_blocking_pids($1) as pids', [pid])).rows[0]?.pids ?? [];
    fail = async () => {
      await other.query('begin');
      const taken = other.query('select from webhook_events where next_attempt_at is not null for update');
      await expect.poll(blockers).toHaveLength(1);
      await database.pool.query('select pg_terminate_backend(unnest($1::int[]))', [await blockers()]);
      await taken;
    };
    const logged: string[] = [];
    const log = { error: (_fields: object, message: string) => void logged.push(message) };
    const message = { id: newId(), sentAt: new Date() };
    await receive(database, log, { source: payments, message, payload: event, from: { requestId: 'x', ip: 'x' } });
    expect(logged).toEqual(['webhook event failed', 'webhook event could not be applied']);
    expect(await storedEvent(message.id)).toMatchObject({ outcome: 'received', attempts: 1 });
    await other.query('rollback');
    await other.end();
  });
});

function refusal(): unknown {
  try {
    return refuse({ ...unavailable, status: 403, code: 'user_banned' });
  } catch (error) {
    return error;
  }
}
