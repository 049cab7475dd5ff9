import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Shown {
  approvalId: string;
  status: string;
  targetId: string;
  target: { label: string };
  body: Shown;
}

const world = await openWorld();
const asker = await makeAdminActor(world, 'superadmin');
const decider = await makeAdminActor(world, 'superadmin');
const support = await makeAdminActor(world, 'support');
const finance = await makeAdminActor(world, 'finance');

let count = 0;
async function askForDeletion(): Promise<{ approvalId: string; roleName: string }> {
  const roleName = `late desk ${++count}`;
  const roleId = await makeRole(world, roleName, ['users:read']);
  const { body } = await asker.delete<Shown>(`/admin/roles/${roleId}`);
  return { approvalId: body.approvalId, roleName };
}
async function askForGrant(): Promise<{ approvalId: string; userId: string }> {
  const { id } = await makeViewer(world, { displayName: 'Layla' });
  await giveCoins(world, id, { bonus: 1 });
  const grant = { amount: 2500, direction: 'grant', reason: 'apology_outage' };
  const { body } = await support.post<Shown>(`/admin/users/${id}/wallet/adjust`, grant);
  return { approvalId: body.approvalId, userId: id };
}

const bodyOf = (move: string): object | undefined => (move === 'reject' ? { reason: 'not now' } : undefined);

it('An admin without the permission cannot decide and does not see the request', async () => {
  const { approvalId } = await askForDeletion();
  const unknown = { statusCode: 404, error: 'not_found' };
  for (const move of ['approve', 'reject', 'cancel']) {
    const { body } = await finance.post(`/admin/approvals/${approvalId}/${move}`, bodyOf(move));
    expect([move, body]).toEqual([move, unknown]);
  }
  expect((await finance.get(`/admin/approvals/${approvalId}`)).body).toEqual(unknown);
  expect((await finance.get<{ items: object[] }>('/admin/approvals')).body.items).toEqual([]);
});

it('A requester who can decide nothing gets the error that self-approval is forbidden', async () => {
  const { approvalId } = await askForGrant();
  const { body } = await support.post(`/admin/approvals/${approvalId}/approve`);
  expect(body).toEqual({ statusCode: 403, error: 'self_approval_forbidden' });
});

it.each(['approve', 'reject'])('The response to %s names the target, also in a dry run', async (move) => {
  const { approvalId, roleName } = await askForDeletion();
  const path = `/admin/approvals/${approvalId}/${move}`;
  const dry = await decider.post<Shown>(`${path}?dryRun=true`, bodyOf(move));
  expect(dry.body.body.target).toMatchObject({ label: roleName });
  expect((await decider.post<Shown>(path, bodyOf(move))).body.target).toMatchObject({ label: roleName });
});

it('A person is named by id in a stored response, and by name otherwise', async () => {
  const [first, second] = [await askForGrant(), await askForGrant()];
  const approved = await finance.post<Shown>(`/admin/approvals/${first.approvalId}/approve`);
  expect(approved.body).toMatchObject({ status: 'approved', target: { label: first.userId } });
  const rejected = await finance.post<Shown>(`/admin/approvals/${second.approvalId}/reject`, { reason: 'not now' });
  expect(rejected.body).toMatchObject({ status: 'rejected', target: { label: 'Layla' } });
});

describe('the list of deciders', () => {
  const decidersFor = async (by: AdminActor, kind: string) =>
    (await by.get<{ items?: { id: string; name: string; role: string }[] }>(`/admin/approvals/deciders?kind=${kind}`))
      .body;
  it('is for admins who may request, and contains other active admins with the permission and role', async () => {
    const asker = await makeAdminActor(world, 'support');
    const kwame = await makeAdminActor(world, 'finance', { name: 'Kwame' });
    const gone = await makeAdminActor(world, 'finance');
    const root = await makeAdminActor(world, 'superadmin', { name: 'Sofia' });
    await root.put(`/admin/admins/${gone.id}`, { is_active: false });
    const { items: deciders = [] } = await decidersFor(asker, 'wallet_grant');
    const ids = deciders.map(({ id }) => id);
    expect(deciders).toContainEqual({ id: kwame.id, name: 'Kwame', role: 'finance' });
    expect(ids).toContain(root.id);
    expect([asker.id, gone.id].filter((id) => ids.includes(id))).toEqual([]);
    expect((await decidersFor(root, 'user_anonymize')).items?.map(({ id }) => id)).not.toContain(root.id);
  });
  it('does not contain the target of the request', async () => {
    const [root, lost] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const idsFor = async (query: string) => (await decidersFor(root, query)).items?.map(({ id }) => id);
    expect(await idsFor('second_factor_clear')).toContain(lost.id);
    expect(await idsFor(`second_factor_clear&targetId=${lost.id.toUpperCase()}`)).not.toContain(lost.id);
  });
  it('is refused to admins who may neither request nor decide', async () => {
    const analyst = await makeAdminActor(world, 'analyst');
    expect(await decidersFor(analyst, 'user_anonymize')).toMatchObject({
      statusCode: 403,
      error: 'insufficient_permissions',
      required: ['users:anonymize'],
    });
  });
});
