import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { injectWithRetry } from '../../../test/harness/inject-with-retry.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Adjusted {
  kind: string;
  reason: string;
  approvalId: string;
}

const world = await openWorld({ granterDailyLimit: 5_000 });

const grant = (by: AdminActor, to: Viewer, amount: number, headers: Record<string, string> = {}) =>
  by.post<Adjusted>(
    `/admin/users/${to.id}/wallet/adjust`,
    { amount, direction: 'grant', reason: 'apology' },
    { headers, changesNothing: 'idempotency-key' in headers },
  );
const kindOf = async (answer: ReturnType<typeof grant>) => (await answer).body.kind;

describe('the daily limit of an admin', () => {
  it('requires approval above it, for all users together', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const viewers = [await makeViewer(world), await makeViewer(world), await makeViewer(world)] as const;
    expect(await kindOf(grant(finance, viewers[0], 2000))).toBe('applied');
    expect(await kindOf(grant(finance, viewers[1], 2000))).toBe('applied');
    const { body } = await grant(finance, viewers[2], 1001);
    expect(body).toMatchObject({ kind: 'approval_pending', reason: 'daily_limit_exceeded' });
    expect(await kindOf(grant(finance, viewers[2], 1000))).toBe('applied');
    expect(await kindOf(grant(finance, viewers[2], 1))).toBe('approval_pending');
    const other = await makeAdminActor(world, 'finance');
    expect((await other.post<{ status: string }>(`/admin/approvals/${body.approvalId}/approve`)).body.status).toBe(
      'approved',
    );
    expect(await kindOf(grant(other, viewers[2], 2000))).toBe('applied');
  });
  it('resets with the UTC day, and ignores deductions, dry runs and repetitions', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const viewer = await makeViewer(world);
    const key = { 'idempotency-key': 'once and again' };
    for (const _ of [1, 2, 3]) expect(await kindOf(grant(finance, viewer, 2000, key))).toBe('applied');
    const url = `/admin/users/${viewer.id}/wallet/adjust`;
    await finance.post(url, { amount: 1500, direction: 'deduct', reason: 'fraud_recoup' });
    await finance.post(`${url}?dryRun=true`, { amount: 2000, direction: 'grant', reason: 'apology' });
    expect(await kindOf(grant(finance, viewer, 2000))).toBe('applied');
    expect(await kindOf(grant(finance, viewer, 1001))).toBe('approval_pending');
    await world.database.pool.query('update admin_grants_by_day set day = day - 1 where admin_id = $1', [finance.id]);
    expect(await kindOf(grant(finance, viewer, 2000))).toBe('applied');
  });
  it.each(['pending', 'approved'])('is not bypassed by repeating a request that is %s', async (status) => {
    const [finance, other] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'finance')];
    const viewer = await makeViewer(world);
    for (const amount of [2000, 2000]) await grant(finance, viewer, amount);
    const key = { 'idempotency-key': `over the limit, ${status}` };
    const { body } = await grant(finance, viewer, 1500, key);
    if (status === 'approved') await other.post(`/admin/approvals/${body.approvalId}/approve`);
    // A day later the key is forgotten and the limit is free again.
    await world.database.pool.query('delete from idempotency_keys where caller = $1', [finance.id]);
    await world.database.pool.query('update admin_grants_by_day set day = day - 1 where admin_id = $1', [finance.id]);
    const again = await grant(finance, viewer, 1500, key);
    expect(again.body).toEqual(body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const { rowCount } = await world.database.pool.query('select from ledger.events where user_id = $1', [viewer.id]);
    expect(rowCount).toBe(status === 'approved' ? 3 : 2);
  });
  it('is exact for fifty concurrent grants to fifty users', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const viewers = await Promise.all(Array.from({ length: 50 }, () => makeViewer(world)));
    const kinds = await Promise.all(
      viewers.map(async ({ id }) => {
        const answer = await injectWithRetry(world.app, {
          method: 'POST',
          url: `/v1/admin/users/${id}/wallet/adjust`,
          headers: { authorization: `Bearer ${finance.token}` },
          payload: { amount: 1000, direction: 'grant', reason: 'apology' },
        });
        return answer.json<Adjusted>().kind;
      }),
    );
    expect(kinds.filter((kind) => kind === 'applied')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'approval_pending')).toHaveLength(45);
  });
});

describe('without a limit', () => {
  it('grants are flagged, and shown in metrics', async () => {
    const free = world.another({ granterDailyLimit: undefined });
    const finance = await makeAdminActor(free, 'finance');
    const viewer = await makeViewer(free);
    for (let n = 0; n < 11; n++) expect(await kindOf(grant(finance, viewer, 2000))).toBe('applied');
    const { rows } = await world.database.pool.query<{ flags: object }>(
      `select flags from audit_log where admin_id = $1 and action = 'wallet.adjust' order by created_at, id`,
      [finance.id],
    );
    expect(rows.slice(-2).map(({ flags }) => flags)).toEqual([{}, { granted_today: 22_000 }]);
    expect((await free.app.inject('/metrics')).payload).toContain('wallet_granted_today_most 22000');
  });
});
