import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { describeApi, effectLists, newEffects } from '../../api.ts';
import { contextFor, findCaller } from '../../demo/admin-context.ts';
import { notFound } from '../../kit/errors.ts';
import { mount } from '../../kit/http/mount.ts';
import { createServer } from '../../kit/http/server.ts';
import { newId } from '../../kit/id.ts';
import { adminGuard, callsAtOnce, rateClasses } from '../access/public.ts';
import { listAccessGrants, listActiveAdmins, listHolders, lockActiveAdmin } from '../admins/public.ts';
import * as audit from '../audit/public.ts';
import { request } from './actions.ts';
import { approvalRoutes } from './admin.routes.ts';
import type { ApprovalKind } from './kinds.ts';

const world = await openWorld();

interface Shown {
  id: string;
  approvalId: string;
  targetId: string;
  target: { label: string; pictureUrl: string | null; [figure: string]: unknown };
}
const targetSeenBy = async (admin: AdminActor, id: string) => {
  const { body } = await admin.get<Shown>(`/admin/approvals/${id}`);
  const { body: list } = await admin.get<{ items: Shown[] }>('/admin/approvals');
  expect(list.items.find((item) => item.id === id)?.target).toEqual(body.target);
  return body.target;
};

describe('the target shown to deciders', () => {
  it('is a user by name, with balance and manual grants', async () => {
    const [support, finance] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'finance')];
    const viewer = await makeViewer(world, { displayName: 'Layla' });
    await giveCoins(world, viewer.id, { paid: 30, bonus: 5 });
    const adjust = (amount: number) =>
      support.post<Shown>(`/admin/users/${viewer.id}/wallet/adjust`, { amount, direction: 'grant', reason: 'apology' });
    for (const amount of [1, 2, 3, 4]) await adjust(amount);
    const { approvalId } = (await adjust(5000)).body;
    expect(await targetSeenBy(finance, approvalId)).toMatchObject({
      label: 'Layla',
      pictureUrl: null,
      status: 'active',
      isGuest: false,
      balanceTotal: 45,
      balancePaid: 30,
      balanceBonus: 15,
      lastGrants: [{ amount: 4, reason: 'apology' }, { amount: 3 }, { amount: 2 }],
    });
  });
  it('is a user by id, for deciders without users:read', async () => {
    await makeRole(world, 'coin desk', ['wallet:adjust']);
    const coinAdmin = await makeAdminActor(world, 'coin desk');
    const viewer = await makeViewer(world, { displayName: 'Omar' });
    const body = { amount: 5000, direction: 'grant', reason: 'apology' };
    const { approvalId } = (await coinAdmin.post<Shown>(`/admin/users/${viewer.id}/wallet/adjust`, body)).body;
    expect(await targetSeenBy(coinAdmin, approvalId)).toEqual({ label: viewer.id, pictureUrl: null });
  });
  it('is a series or an episode by title, also once it is deleted', async () => {
    const [editor, other] = [
      await makeAdminActor(world, 'content_manager'),
      await makeAdminActor(world, 'content_manager'),
    ];
    const titleI18n = { id: 'Balairung Kaca' };
    const seriesId = await makeSeries(world, 'draft', { title: 'The Glass Ballroom', titleI18n });
    const episodeId = await makeEpisode(world, 'draft', seriesId, 7);
    const ofEpisode = (await editor.delete<Shown>(`/admin/episodes/${episodeId}`)).body.approvalId;
    const ofSeries = (await editor.delete<Shown>(`/admin/series/${seriesId}`)).body.approvalId;
    expect(await targetSeenBy(other, ofEpisode)).toMatchObject({
      label: 'The Glass Ballroom · 7. Episode 7',
      labelI18n: { id: 'Balairung Kaca · 7. Episode 7' },
      status: 'draft',
    });
    await other.post(`/admin/approvals/${ofSeries}/approve`);
    const shown = { label: 'The Glass Ballroom', labelI18n: titleI18n, pictureUrl: null };
    expect(await targetSeenBy(other, ofSeries)).toMatchObject(shown);
  });
});

describe('a kind registered by a feature', () => {
  const lamps = new Map([['7', 'The lamp of the north pier']]);
  const lampSwap: ApprovalKind = {
    kind: 'lamp_swap',
    targetType: 'lamp',
    dedupeByTarget: true,
    errors: [notFound],
    requesters: ['system:write'],
    deciders: { permission: 'system:write' },
    describe: async (_db, ids) => new Map(ids.map((id) => [id, { label: lamps.get(id) ?? id, pictureUrl: null }])),
    execute: async (ctx, id) => {
      await audit.record(ctx, { action: 'lamp.swap', target: { type: 'lamp', id }, after: { swapped: true } });
      return { id };
    },
  };
  const app = createServer({ logger: pino({ level: 'error' }), tls: false, trustedProxies: 0 });
  const options = {
    ports: { lockActiveAdmin, listActiveAdmins, listAccessGrants, listHolders },
    log: { warn: () => undefined },
    approverCooldownHours: 0,
  };
  const endpoints = approvalRoutes([lampSwap], effectLists, options);
  mount(app, endpoints, {
    database: world.database,
    guards: { admin: adminGuard(world.database, world.keys.tokens, false) },
    rates: rateClasses,
    callsAtOnce,
    rateLimits: false,
    newEffects,
    unlistedErrorsCrash: true,
  });
  afterAll(() => app.close());

  const call = async (by: AdminActor, method: 'GET' | 'POST', path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${by.token}` };
    return (await app.inject({ method, url: `/v1/admin/approvals${path}`, headers })).json();
  };
  const ask = (by: AdminActor) =>
    world.database.transaction(async (tx, now) => {
      const caller = await findCaller(tx, by.email);
      if (!caller) throw new Error('the admin is not there');
      return request(contextFor(tx, caller, now), lampSwap, { targetId: '7', reason: 'two_person_rule' });
    });

  it('is requested once, shown by name and decided, without changes to approvals or the database', async () => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const [{ approvalId: id }, again] = [await ask(asker), await ask(asker)];
    expect(again.approvalId).toBe(id);
    expect(await call(decider, 'GET', `/${id}`)).toMatchObject({
      kind: 'lamp_swap',
      drift: false,
      allowed: ['approve', 'reject'],
      target: { label: 'The lamp of the north pier' },
    });
    expect(await call(decider, 'POST', `/${id}/approve`)).toMatchObject({ status: 'approved', result: { id: '7' } });
  });
  it('is in the document', () => {
    const document = JSON.stringify(describeApi(endpoints));
    expect(document).toContain('"enum":["lamp_swap"]');
    expect(document).not.toContain('wallet_grant');
  });
  it('has a unique name in snake_case', async () => {
    expect(() => approvalRoutes([lampSwap, lampSwap], effectLists, options)).toThrow(
      'two kinds of approval are called lamp_swap',
    );
    const forged = world.database.pool.query(
      `insert into approvals (id, kind, reason, target_type, target_id, payload, effects, required_permission,
        requested_by, expires_at) select $1, 'Lamp swap', 'r', 'lamp', '7', '{}', '{}', '*', id, clock() from admins limit 1`,
      [newId()],
    );
    await expect(forged).rejects.toMatchObject({ constraint: 'approvals_kind_format' });
  });
  it('with deduplication has one pending request, enforced by the database', async () => {
    const admin = await makeAdminActor(world, 'superadmin');
    const insert = () =>
      world.database.pool.query(
        `insert into approvals (id, kind, reason, target_type, target_id, payload, effects, required_permission,
          requested_by, expires_at, asked_once) values ($1, 'lamp_swap', 'r', 'lamp', '8', '{}', '{}', '*', $2, clock(), true)`,
        [newId(), admin.id],
      );
    await insert();
    await expect(insert()).rejects.toMatchObject({ constraint: 'approvals_one_pending' });
  });
});
