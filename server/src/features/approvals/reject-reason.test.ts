import { expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const asker = await makeAdminActor(world, 'superadmin');
const decider = await makeAdminActor(world, 'superadmin');

it('Rejecting requires a reason that is not blank', async () => {
  const roleId = await makeRole(world, 'night desk', ['users:read']);
  const { approvalId } = (await asker.delete<{ approvalId: string }>(`/admin/roles/${roleId}`)).body;
  const reject = (reason: string) => decider.post(`/admin/approvals/${approvalId}/reject`, { reason });
  for (const blank of ['', ' ', '\n\t ', 'x'.repeat(501)]) {
    expect((await reject(blank)).body).toMatchObject({ error: 'validation_failed', details: [{ path: 'reason' }] });
  }
  const { status, body } = await reject('x');
  expect([status, body.status, body.decisionNote]).toEqual([200, 'rejected', 'x']);
});
