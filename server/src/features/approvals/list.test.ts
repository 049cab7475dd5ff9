import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Page {
  items: { id: string; status: string; targetId: string }[];
  nextCursor: string | null;
}

const world = await openWorld();
const asker = await makeAdminActor(world, 'superadmin');
const decider = await makeAdminActor(world, 'superadmin');
const finance = await makeAdminActor(world, 'finance');
const user = await makeViewer(world);
const other = await makeViewer(world);

const ids: Record<'pending' | 'rejected' | 'cancelled' | 'ofRole' | 'ofOther', string> = {
  pending: '',
  rejected: '',
  cancelled: '',
  ofRole: '',
  ofOther: '',
};

async function askForGrant(userId: string): Promise<string> {
  const grant = { amount: 2_500, direction: 'grant', reason: 'campaign_prize' };
  return (await asker.post<{ approvalId: string }>(`/admin/users/${userId}/wallet/adjust`, grant)).body.approvalId;
}

beforeAll(async () => {
  ids.rejected = await askForGrant(user.id);
  await decider.post(`/admin/approvals/${ids.rejected}/reject`, { reason: 'no such campaign' });
  ids.pending = await askForGrant(user.id);
  ids.cancelled = await askForGrant(user.id);
  await asker.post(`/admin/approvals/${ids.cancelled}/cancel`);
  ids.ofOther = await askForGrant(other.id);
  const roleId = await makeRole(world, 'night desk', []);
  ids.ofRole = (await asker.delete<{ approvalId: string }>(`/admin/roles/${roleId}`)).body.approvalId;
});

const listed = async (query: string, by = finance) =>
  (await by.get<Page>(`/admin/approvals?${query}`)).body.items.map(({ id }) => id);

it('The list can be filtered by target', async () => {
  expect(await listed(`targetType=user&targetId=${user.id}`)).toEqual([ids.cancelled, ids.pending, ids.rejected]);
  expect(await listed(`targetType=user&targetId=${user.id}&status=pending`)).toEqual([ids.pending]);
  expect(await listed('targetType=role', decider)).toEqual([ids.ofRole]);
  expect(await listed(`targetType=role&targetId=${user.id}`, decider)).toEqual([]);
  expect(await listed('targetId=nothing')).toEqual([]);
});

it('Several statuses can be given in every form of a list', async () => {
  const decided = [ids.cancelled, ids.rejected];
  expect(await listed('status=rejected,cancelled')).toEqual(decided);
  expect(await listed('status=rejected&status=cancelled')).toEqual(decided);
  expect(await listed('status[]=rejected&status[]=cancelled')).toEqual(decided);
  expect(await listed('status=pending')).toEqual([ids.ofOther, ids.pending]);
});

it('A page of decided requests is full, however many are pending', async () => {
  const query = `status=approved,rejected,cancelled,expired&targetId=${user.id}&limit=1`;
  const first = (await finance.get<Page>(`/admin/approvals?${query}`)).body;
  expect(first.items.map(({ id }) => id)).toEqual([ids.cancelled]);
  expect(await listed(`${query}&cursor=${first.nextCursor}`)).toEqual([ids.rejected]);
});

it('Own requests are separated from those of others, in every status', async () => {
  expect(await listed('mine=true&status=pending', asker)).toEqual([ids.ofRole, ids.ofOther, ids.pending]);
  expect(await listed('mine=false&status=pending', asker)).toEqual([]);
  expect(await listed('mine=false&status=rejected', decider)).toEqual([ids.rejected]);
});

it('Expired requests are listed as such before housekeeping', async () => {
  const expired = await askForGrant(other.id);
  await sql`update approvals set expires_at = clock() - interval '1 second' where id = ${expired}`.execute(
    world.database.db,
  );
  expect(await listed('status=expired')).toEqual([expired]);
  expect(await listed('status=approved,expired')).toEqual([expired]);
  expect(await listed('status=pending')).not.toContain(expired);
});

it.each(['status=lost', 'status=pending,lost', 'status=', 'targetType=planet'])('%s is refused', async (query) => {
  const { status, body } = await finance.get(`/admin/approvals?${query}`);
  expect([status, body.error]).toEqual([400, 'validation_failed']);
});
