import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userPasswords } from '../../src/features/access/public.ts';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { injectWithRetry } from '../harness/inject-with-retry.ts';
import { makePackage } from '../harness/payments.ts';
import { makePayment, requestRefund } from '../harness/refunds.ts';
import { giveCoins, makeViewer, type Viewer } from '../harness/viewer.ts';
import { countLockWaiters } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

/** Whoever waits for a locked user holds up nobody who has nothing to do with that user. */

const world = await openWorld();
const support = await makeAdminActor(world, 'support');
const finance = await makeAdminActor(world, 'finance');
const superadmin = await makeAdminActor(world, 'superadmin');
/** So many that wait for locks hold a connection; the pool of these tests has ten. */
const atOnce = 5;

/** Does `work` while another transaction holds the rows of these users. */
async function whileLocked(userIds: string | string[], work: () => Promise<unknown>): Promise<void> {
  const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from users where id = any($1) for update', [[userIds].flat()]);
    await work();
  } finally {
    await holder.query('commit');
    await holder.end();
  }
}

const send = (token: string, request: InjectOptions) =>
  injectWithRetry(world.app, { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });

async function othersAreServed(other: Viewer): Promise<void> {
  await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
  expect((await other.get('/v1/me')).status).toBe(200);
  expect((await other.put('/v1/me', { displayName: 'Noor' })).status).toBe(200);
  const grant = { amount: 5, direction: 'grant', reason: 'apology_late_episode' };
  expect((await support.post(`/admin/users/${other.id}/wallet/adjust`, grant)).status).toBe(200);
  expect(await countLockWaiters(world)).toBeLessThanOrEqual(atOnce);
}

const balanceOf = async ({ id }: Viewer) => (await support.get(`/admin/users/${id}`)).body.balanceTotal;

it('sixty grants to a locked user leave connections for everyone else, and each is given once', async () => {
  const [locked, other] = [await makeViewer(world), await makeViewer(world)];
  const url = `/v1/admin/users/${locked.id}/wallet/adjust`;
  const payload = { amount: 5, direction: 'grant', reason: 'apology_late_episode' };
  const grant = () => send(support.token, { method: 'POST', url, payload, headers: { 'idempotency-key': newId() } });
  let grants: ReturnType<typeof grant>[] = [];
  await whileLocked(locked.id, async () => {
    grants = Array.from({ length: 60 }, grant);
    await othersAreServed(other);
  });
  const statuses = (await Promise.all(grants)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(await balanceOf(locked)).toBe(300);
});

it('sixty edits of a locked user by themselves leave connections for everyone else', async () => {
  const [locked, other] = [await makeViewer(world), await makeViewer(world)];
  const edit = () => send(locked.token, { method: 'PUT', url: '/v1/me', payload: { displayName: 'Layla' } });
  let edits: ReturnType<typeof edit>[] = [];
  await whileLocked(locked.id, async () => {
    edits = Array.from({ length: 60 }, edit);
    await othersAreServed(other);
  });
  const statuses = (await Promise.all(edits)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(statuses.map(() => 200));
});

it('sixty registrations of a locked guest leave connections for everyone else', async () => {
  const [locked, other] = [await makeViewer(world, { isGuest: true }), await makeViewer(world)];
  // Sixty hashes would take most of a minute.
  const hash = vi.spyOn(userPasswords, 'hash').mockResolvedValue('a hash');
  onTestFinished(() => hash.mockRestore());
  const register = () => {
    const payload = { email: `${newId()}@viewers.example`, password: 'moonlit ferry 12' };
    return send(locked.token, { method: 'POST', url: '/v1/auth/register', payload });
  };
  let registrations: ReturnType<typeof register>[] = [];
  await whileLocked(locked.id, async () => {
    registrations = Array.from({ length: 60 }, register);
    await othersAreServed(other);
  });
  const statuses = (await Promise.all(registrations)).map(({ statusCode }) => statusCode);
  // The first one ends the token of the guest.
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(59);
});

it('approvals about a locked user, looked at and approved, leave connections for everyone else', async () => {
  const [locked, other] = [await makeViewer(world), await makeViewer(world)];
  await giveCoins(world, locked.id, { bonus: 1 });
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) {
    const grant = { amount: 2_001, direction: 'grant', reason: 'campaign_prize' };
    const { body } = await finance.post<{ approvalId: string }>(`/admin/users/${locked.id}/wallet/adjust`, grant);
    ids.push(body.approvalId);
  }
  const look = (id: string) => send(superadmin.token, { method: 'GET', url: `/v1/admin/approvals/${id}` });
  const approve = (id: string) =>
    send(superadmin.token, { method: 'POST', url: `/v1/admin/approvals/${id}/approve`, payload: {} });
  let calls: ReturnType<typeof look>[] = [];
  await whileLocked(locked.id, async () => {
    calls = [...ids.map(look), ...ids.map(approve)];
    await othersAreServed(other);
  });
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(await balanceOf(locked)).toBe(20_011);
});

it('approvals of refunds of one locked user wait one after the other, whichever refund they are about', async () => {
  const [locked, other, pack] = [await makeViewer(world), await makeViewer(world), await makePackage(world)];
  const paid = await makePayment(world, support, locked.id, pack);
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await requestRefund(support, paid, { amountCents: 10 })).body.approvalId);
  const approve = (id: string) =>
    send(superadmin.token, { method: 'POST', url: `/v1/admin/approvals/${id}/approve`, payload: {} });
  let calls: ReturnType<typeof approve>[] = [];
  await whileLocked(locked.id, async () => {
    calls = ids.map(approve);
    await othersAreServed(other);
    expect(await countLockWaiters(world)).toBe(1);
  });
  for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBe(200);
});

it('four locked users leave connections, and places among those who lock, for everyone else', async () => {
  const other = await makeViewer(world);
  const locked = await Promise.all(Array.from({ length: 4 }, () => makeViewer(world)));
  const edit = ({ token }: Viewer) => send(token, { method: 'PUT', url: '/v1/me', payload: { displayName: 'Layla' } });
  let edits: ReturnType<typeof edit>[] = [];
  const ids = locked.map(({ id }) => id);
  await whileLocked(ids, async () => {
    edits = [...locked, ...locked, ...locked, ...locked].map(edit);
    await expect.poll(() => countLockWaiters(world)).toBe(4);
    await othersAreServed(other);
    expect(await countLockWaiters(world)).toBe(4);
  });
  for (const { statusCode } of await Promise.all(edits)) expect(statusCode).toBe(200);
});

it('many notes of one admin, about as many users, are under way a few at a time', async () => {
  const noted = await Promise.all(Array.from({ length: 8 }, () => makeViewer(world)));
  const note = ({ id }: Viewer) =>
    send(support.token, { method: 'POST', url: `/v1/admin/users/${id}/notes`, payload: { body: 'called back' } });
  let notes: ReturnType<typeof note>[] = [];
  const ids = noted.map(({ id }) => id);
  await whileLocked(ids, async () => {
    notes = noted.map(note);
    await expect.poll(() => countLockWaiters(world)).toBe(4);
    const other = await makeViewer(world);
    expect((await other.put('/v1/me', { displayName: 'Noor' })).status).toBe(200);
    expect(await countLockWaiters(world)).toBe(4);
  });
  for (const { statusCode } of await Promise.all(notes)) expect(statusCode).toBe(201);
});
