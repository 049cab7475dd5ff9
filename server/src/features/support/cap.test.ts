import { afterEach, describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const [support, colleague, finance, treasurer] = [
  await makeAdminActor(world, 'support'),
  await makeAdminActor(world, 'support'),
  await makeAdminActor(world, 'finance'),
  await makeAdminActor(world, 'finance'),
];
afterEach(() => world.clock.shift('0'));

interface Answer {
  kind: string;
  approvalId: string;
  error: string;
  balanceTotal: number;
}

const grant = (by: Pick<AdminActor, 'post'>, id: string, amount: number) =>
  by.post<Answer>(`/admin/users/${id}/wallet/adjust`, { amount, direction: 'grant', reason: 'apology_outage' });
const overCap = (capRemaining: number) => ({ statusCode: 400, error: 'support_daily_cap_exceeded', capRemaining });
const balanceOf = async (id: string) => (await support.get(`/admin/users/${id}`)).body.balanceTotal;
const approve = (by: AdminActor, id: string) => by.post<Answer>(`/admin/approvals/${id}/approve`);

describe('the daily cap', () => {
  it('limits the coins of a user to 500 per day for all of support, and returns the remainder', async () => {
    const { id } = await makeViewer(world);
    expect((await grant(support, id, 501)).body).toEqual(overCap(500));
    expect((await grant(support, id, 300)).body).toMatchObject({ kind: 'applied', balanceTotal: 300 });
    expect((await grant(colleague, id, 201)).body).toEqual(overCap(200));
    expect((await grant(colleague, id, 200)).body).toMatchObject({ kind: 'applied' });
    expect((await grant(support, id, 1)).body).toEqual(overCap(0));
    const { id: other } = await makeViewer(world);
    expect((await grant(support, other, 500)).body).toMatchObject({ kind: 'applied' });
  });
  it('is not increased by a deduction', async () => {
    const { id } = await makeViewer(world);
    await grant(support, id, 500);
    await support.post(`/admin/users/${id}/wallet/adjust`, { amount: 400, direction: 'deduct', reason: 'mistake' });
    expect((await grant(support, id, 1)).body).toEqual(overCap(0));
  });
  it('counts only manual grants', async () => {
    const { id } = await makeViewer(world);
    await giveCoins(world, id, { paid: 5000, bonus: 5000 });
    expect((await grant(support, id, 500)).body).toMatchObject({ kind: 'applied' });
  });
  it('does not limit finance, whose grants count towards it', async () => {
    const { id } = await makeViewer(world);
    expect((await grant(finance, id, 450)).body.kind).toBe('applied');
    expect((await grant(support, id, 51)).body).toEqual(overCap(50));
    expect((await grant(finance, id, 2000)).body.kind).toBe('applied');
    expect((await grant(support, id, 1)).body).toEqual(overCap(0));
    const root = await makeAdminActor(world, 'superadmin');
    expect((await grant(root, id, 600)).body.kind).toBe('applied');
  });
  it('allows exactly five of ten concurrent grants of 100', async () => {
    const { id } = await makeViewer(world);
    const [here, there] = [support, withToken(world.another(), colleague.token)];
    const answers = await releaseTogether(world, { table: 'ledger.events', most: 2 }, () =>
      Promise.all(Array.from({ length: 10 }, (_, index) => grant(index % 2 === 0 ? here : there, id, 100))),
    );
    expect(answers.filter(({ body }) => body.kind === 'applied')).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, () => overCap(0)));
    expect(await balanceOf(id)).toBe(500);
  });
  it('resets at midnight UTC', async () => {
    const { id } = await makeViewer(world);
    const token = world.keys.tokens.sign({
      sub: support.id,
      token_version: 1,
      jti: newId(),
      iat: 0,
      exp: Date.parse('2200-01-01') / 1000,
    });
    const always = withToken(world, token);
    await world.clock.stopAt('2027-06-01T00:00:00.000Z');
    expect((await grant(always, id, 500)).body.kind).toBe('applied');
    await world.clock.stopAt('2027-06-01T23:59:59.999Z');
    expect((await grant(always, id, 1)).body).toEqual(overCap(0));
    await world.clock.stopAt('2027-06-02T00:00:00.000Z');
    expect((await grant(always, id, 500)).body.kind).toBe('applied');
    // A clock that is set back meets the cap of the day that it shows.
    await world.clock.stopAt('2027-05-31T12:00:00.000Z');
    expect((await grant(always, id, 500)).body.kind).toBe('applied');
  });
});

describe('a grant over 2000 coins', () => {
  it.each(['finance', 'superadmin'] as const)(
    'waits for a second person, one of 2000 does not: by %s',
    async (role) => {
      const [granter, { id }] = [await makeAdminActor(world, role), await makeViewer(world)];
      expect((await grant(granter, id, 2000)).body).toMatchObject({ kind: 'applied', balanceTotal: 2000 });
      const { status, body } = await grant(granter, id, 2001);
      expect([status, body]).toEqual([
        200,
        { kind: 'approval_pending', approvalId: expect.any(String), reason: 'amount_exceeds_threshold' },
      ]);
      expect(await balanceOf(id)).toBe(2000);
    },
  );

  it('can be requested by support above the cap, shows both sides of its effects, and is executed at approval', async () => {
    const { id } = await makeViewer(world);
    await grant(support, id, 500);
    const { approvalId } = (await grant(support, id, 3000)).body;
    const { body } = await finance.get(`/admin/approvals/${approvalId}`);
    expect(body).toMatchObject({
      kind: 'wallet_grant',
      status: 'pending',
      drift: false,
      targetId: id,
      payload: { amount: 3000, direction: 'grant', reason: 'apology_outage' },
      effects: {
        ledger: [
          { account: 'wallet_bonus', amount: 3000, userId: id },
          { account: 'source_support_grant', amount: -3000, userId: id },
        ],
      },
      requiredPermission: 'wallet:adjust',
      allowed: ['approve', 'reject'],
    });
    await grant(finance, id, 1);
    // A balance that moved meanwhile changes nothing of what would be done.
    expect((await finance.get(`/admin/approvals/${approvalId}`)).body).toMatchObject({ drift: false });
    const approved = await approve(finance, approvalId);
    expect(approved.body).toMatchObject({ status: 'approved', result: { balanceTotal: 3501 } });
    expect(await balanceOf(id)).toBe(3501);
    const { rows } = await world.database.pool.query(
      `select admin_id, flags from audit_log where action = 'wallet.adjust' and target_id = $1 order by id`,
      [id],
    );
    expect(rows.at(-1)).toEqual({ admin_id: finance.id, flags: { approval_id: approvalId } });
  });
  it('is not approved by support or a custom role with wallet:adjust', async () => {
    const { id } = await makeViewer(world);
    await makeRole(world, 'adjusters', ['wallet:adjust', 'users:read', 'wallet:read']);
    const clerk = await makeAdminActor(world, 'adjusters');
    const { approvalId } = (await grant(support, id, 3000)).body;
    for (const by of [colleague, clerk]) {
      expect((await approve(by, approvalId)).body).toMatchObject({
        statusCode: 403,
        error: 'insufficient_permissions',
        requiredRoles: ['finance', 'superadmin'],
      });
      expect((await by.get(`/admin/approvals/${approvalId}`)).status).toBe(404);
    }
    expect((await approve(support, approvalId)).body.error).toBe('self_approval_forbidden');
    expect(await balanceOf(id)).toBe(0);
    expect((await approve(await makeAdminActor(world, 'superadmin'), approvalId)).status).toBe(200);
  });
  it('counts towards the cap of the day of its approval', async () => {
    const { id } = await makeViewer(world);
    const { approvalId } = (await grant(finance, id, 3000)).body;
    expect((await grant(support, id, 500)).body.kind).toBe('applied');
    const { id: other } = await makeViewer(world);
    const asked = (await grant(finance, other, 3000)).body;
    await approve(treasurer, asked.approvalId);
    expect((await grant(support, other, 1)).body).toEqual(overCap(0));
    expect((await approve(treasurer, approvalId)).status).toBe(200);
  });
  it('to a user who was banned meanwhile fails with that error, and stays pending', async () => {
    const { id } = await makeViewer(world);
    const { approvalId } = (await grant(finance, id, 3000)).body;
    await support.post(`/admin/users/${id}/ban`, { reason: 'fraud confirmed' });
    expect((await approve(treasurer, approvalId)).body).toEqual({ statusCode: 400, error: 'user_banned' });
    expect((await treasurer.get(`/admin/approvals/${approvalId}`)).body).toMatchObject({
      status: 'pending',
      drift: true,
      refusedNow: { error: 'user_banned' },
      allowed: ['reject'],
    });
    await support.post(`/admin/users/${id}/reactivate`, { note: 'appeal accepted' });
    expect((await approve(treasurer, approvalId)).body).toMatchObject({ status: 'approved' });
    expect(await balanceOf(id)).toBe(3000);
  });
  it('approved thirty times concurrently is executed once', async () => {
    const { id } = await makeViewer(world);
    const { approvalId } = (await grant(support, id, 3000)).body;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => approve(index % 2 === 0 ? finance : treasurer, approvalId)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'approval_not_pending')).toHaveLength(29);
    const asked = (await grant(support, id, 4000)).body;
    await finance.post(`/admin/approvals/${asked.approvalId}/reject`, { reason: 'too much' });
    expect(await balanceOf(id)).toBe(3000);
  });
  it('requested twice is two requests, but one with the same key', async () => {
    const { id } = await makeViewer(world);
    const ask = (key: string, changesNothing = false) =>
      support.post<Answer>(
        `/admin/users/${id}/wallet/adjust`,
        { amount: 5000, direction: 'grant', reason: 'apology_outage' },
        { headers: { 'idempotency-key': key }, changesNothing },
      );
    const [first, again, second] = [await ask('big-1'), await ask('big-1', true), await ask('big-2')];
    expect(again.text).toBe(first.text);
    expect(second.body.approvalId).not.toBe(first.body.approvalId);
  });
});

describe('the grants of today', () => {
  interface Today {
    grantedCoins: number;
    userCapCoins: number | null;
    dailyLimitCoins: number | null;
    users: { id: string; label: string | null; grantedCoins: number; usedCoins: number; leftCoins: number }[];
  }
  const today = async (by: AdminActor) => (await by.get<Today>('/admin/ledger/grants/today')).body;

  it('show the used cap of each user by all admins, and the own grants', async () => {
    const clerk = await makeAdminActor(world, 'support');
    expect(await today(clerk)).toEqual({
      grantedCoins: 0,
      dailyLimitCoins: null,
      approvalAboveCoins: 2000,
      userCapCoins: 500,
      users: [],
    });
    const [layla, budi] = [await makeViewer(world, { displayName: 'Layla' }), await makeViewer(world)];
    await giveCoins(world, layla.id, { bonus: 900 });
    await grant(clerk, layla.id, 100);
    await grant(finance, layla.id, 450);
    await grant(clerk, budi.id, 30);
    await clerk.post(`/admin/users/${budi.id}/wallet/adjust`, {
      amount: 5,
      direction: 'deduct',
      reason: 'fraud_recoup',
    });
    expect(await today(clerk)).toMatchObject({
      grantedCoins: 130,
      users: [
        { id: budi.id, grantedCoins: 30, usedCoins: 30, leftCoins: 470 },
        { id: layla.id, label: 'Layla', grantedCoins: 100, usedCoins: 500, leftCoins: 0 },
      ],
    });
    expect((await today(finance)).userCapCoins).toBeNull();
  });

  it('are those of the granting admin, without approved ones', async () => {
    const [clerk, decider] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'finance')];
    const { id } = await makeViewer(world);
    const asked = { amount: 2_500, direction: 'grant', reason: 'apology_outage' };
    const { body } = await clerk.post<Answer>(`/admin/users/${id}/wallet/adjust`, asked);
    expect((await decider.post(`/admin/approvals/${body.approvalId}/approve`)).status).toBe(200);
    expect(await today(decider)).toMatchObject({ grantedCoins: 0, users: [] });
    await grant(decider, id, 300);
    expect(await today(decider)).toMatchObject({
      grantedCoins: 300,
      users: [{ id, grantedCoins: 300, usedCoins: 500, leftCoins: 0 }],
    });
  });

  it('show the remaining cap of one user, also without own grants', async () => {
    const [clerk, other] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'support')];
    const [layla, budi] = [await makeViewer(world), await makeViewer(world)];
    await grant(other, layla.id, 120);
    await grant(clerk, budi.id, 10);
    const leftFor = async (id: string) => {
      const { body } = await clerk.get<Today>(`/admin/ledger/grants/today?userId=${id}`);
      return body.users.map((user) => [user.id, user.leftCoins]);
    };
    expect(await leftFor(layla.id)).toEqual([[layla.id, 380]]);
    expect(await leftFor(layla.id.toUpperCase())).toEqual([[layla.id, 380]]);
    expect(await leftFor('01930000-0000-7000-8000-00000000dead')).toEqual([]);
  });
});
