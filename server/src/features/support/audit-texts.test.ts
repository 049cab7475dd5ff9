import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** What admins write is kept beside the audit log, and erased with the user whom it is about. */

const world = await openWorld();
const support = await makeAdminActor(world, 'support');
const finance = await makeAdminActor(world, 'finance');
await makeRole(world, 'privacy desk', ['users:read', 'users:anonymize']);
const [asker, decider] = [await makeAdminActor(world, 'privacy desk'), await makeAdminActor(world, 'privacy desk')];
const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

interface Entry {
  id: string;
  action: string;
  reason: string | null;
  after: Record<string, unknown> | null;
}
const entriesOf = async (targetId: string) =>
  (await finance.get<{ items: Entry[] }>(`/admin/audit-log?targetId=${targetId}`)).body.items;
const entryOf = async (targetId: string, action: string) =>
  (await entriesOf(targetId)).find((entry) => entry.action === action) ?? expect.fail(`no ${action}`);

async function anonymize(id: string): Promise<void> {
  const { body } = await asker.post<{ approvalId: string }>(`/admin/users/${id}/anonymize`, { reason: 'asked for it' });
  expect((await decider.post(`/admin/approvals/${body.approvalId}/approve`)).status).toBe(200);
  await world.runner.runNow('housekeeping');
}

describe('texts of admins about a user', () => {
  it('are not redacted by the display name of the user', async () => {
    const { id } = await makeViewer(world, { displayName: 'fraud' });
    await support.post(`/admin/users/${id}/suspend`, { reason: 'fraud ring, 3 cards' });
    const adjustment = { amount: 5, direction: 'grant', reason: 'test_fraud', note: 'after fraud was ruled out' };
    await support.post(`/admin/users/${id}/wallet/adjust`, adjustment);
    expect(await entryOf(id, 'user.suspend')).toMatchObject({ reason: 'fraud ring, 3 cards' });
    expect(await entryOf(id, 'wallet.adjust')).toMatchObject({
      reason: 'test_fraud',
      after: { note: 'after fraud was ruled out' },
    });
  });
  it('are not redacted in a request that a second admin decides, or in the decision', async () => {
    const { id } = await makeViewer(world, { displayName: 'fraud' });
    const grant = { amount: 5000, direction: 'grant', reason: 'victim of fraud' };
    const { body } = await support.post<{ approvalId: string }>(`/admin/users/${id}/wallet/adjust`, grant);
    await finance.post(`/admin/approvals/${body.approvalId}/reject`, { reason: 'this is fraud' });
    expect(await entryOf(body.approvalId, 'approval.request')).toMatchObject({ after: { note: 'victim of fraud' } });
    expect(await entryOf(body.approvalId, 'approval.reject')).toMatchObject({ reason: 'this is fraud' });
  });
  it('are stored without email addresses and phone numbers', async () => {
    const [{ id }, other] = [
      await makeViewer(world),
      { email: 'other.person@example.org', phone: '+62 (0)812 3456 7890' },
    ];
    await support.post(`/admin/users/${id}/ban`, { reason: `same as ${other.email}, ${other.phone}` });
    const { reason } = await entryOf(id, 'user.ban');
    expect(reason).toBe('same as [personal], [personal]');
    const { body } = await support.get<{ banReason: string }>(`/admin/users/${id}`);
    expect(body.banReason).toBe('same as [personal], [personal]');
  });
});

describe('anonymization', () => {
  it('erases them, and keeps the sealed entries and their chain valid', async () => {
    const [gone, stays] = [await makeViewer(world, { displayName: 'Layla' }), await makeViewer(world)];
    for (const { id } of [gone, stays]) {
      await support.post(`/admin/users/${id}/suspend`, { reason: 'Layla called' });
      const adjustment = { amount: 5, direction: 'grant', reason: 'apology', note: 'Layla wrote' };
      await support.post(`/admin/users/${id}/wallet/adjust`, adjustment);
    }
    await world.clock.shift('2 minutes');
    await world.runner.runNow('housekeeping');
    await world.clock.shift('0');
    const sealed = async () =>
      (await owner.query<object>('select id, reason, after from audit_log order by id limit 5')).rows;
    const before = await sealed();
    expect(JSON.stringify(before)).not.toContain('Layla');
    await anonymize(gone.id);
    expect(await entryOf(gone.id, 'user.suspend')).toMatchObject({ reason: '[erased]' });
    expect(await entryOf(gone.id, 'wallet.adjust')).toMatchObject({ reason: '[erased]', after: { note: '[erased]' } });
    expect(await entryOf(stays.id, 'user.suspend')).toMatchObject({ reason: 'Layla called' });
    expect(await sealed()).toEqual(before);
    const { rows } = await owner.query(
      'select from audit_texts where user_id = $1 and (salt, reason, note) is not null',
      [gone.id],
    );
    expect(rows).toEqual([]);
    await world.runner.runNow('housekeeping');
    const { body } = await finance.get<{ holds: boolean }>('/admin/audit-log/proof');
    expect(body.holds).toBe(true);
  });
  it.each([
    `update audit_texts set reason = 'another'`,
    'update audit_texts set user_id = null, salt = null, reason = null, note = null',
    'delete from audit_texts',
  ])('is the only possible change: %s', async (attack) => {
    await expect(world.database.pool.query(attack)).rejects.toMatchObject({ code: '42501' });
  });
});
