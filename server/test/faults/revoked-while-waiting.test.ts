import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../harness/actor.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../harness/viewer.ts';
import { countLockWaiters } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

/** What was asked for before someone lost their access, and waited, is not done afterwards. */

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');

/** Starts calls while another transaction is under way, does `then` once they wait for it, and lets them go on. */
async function during<T>(
  [statement, ...values]: [string, ...unknown[]],
  start: () => Promise<T>,
  then: () => Promise<unknown> = async () => {},
): Promise<T> {
  const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(statement, values);
    const answers = start();
    answers.catch(() => undefined);
    await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
    await then();
    await holder.query('commit');
    return await answers;
  } finally {
    await holder.end();
  }
}

const lockOf = ({ id }: Viewer): [string, string] => ['select from users where id = $1 for update', id];
const disable = async ({ id }: AdminActor) =>
  expect((await root.put(`/admin/admins/${id}`, { is_active: false })).status).toBe(200);
const balanceOf = async ({ id }: Viewer) => (await root.get(`/admin/users/${id}`)).body.balanceTotal;
const errorsOf = (answers: readonly { body: object }[]) =>
  answers.map(({ body }) => ('error' in body ? body.error : 'done'));

describe('an admin who loses access while their changes wait', () => {
  it('gives no coins once the answer to their disabling is there', async () => {
    const [finance, viewer] = [await makeAdminActor(world, 'finance'), await makeViewer(world)];
    const grant = () =>
      finance.post(`/admin/users/${viewer.id}/wallet/adjust`, { amount: 5, direction: 'grant', reason: 'apology' });
    const answers = await during(
      lockOf(viewer),
      () => Promise.all(Array.from({ length: 20 }, grant)),
      () => disable(finance),
    );
    expect(new Set(errorsOf(answers))).toEqual(new Set(['admin_disabled']));
    expect(await balanceOf(viewer)).toBe(0);
    expect(await ledgerViolations(world)).toEqual([]);
  });
  it('makes no change with a session that was ended meanwhile', async () => {
    const [finance, viewer] = [await makeAdminActor(world, 'finance'), await makeViewer(world)];
    const { body } = await during(
      lockOf(viewer),
      () =>
        finance.post(`/admin/users/${viewer.id}/wallet/adjust`, { amount: 5, direction: 'grant', reason: 'apology' }),
      () => root.post(`/admin/admins/${finance.id}/force-logout`),
    );
    expect(body).toEqual({ statusCode: 401, error: 'token_revoked' });
  });
  it('makes no change that their role has come not to allow', async () => {
    const roleId = await makeRole(world, 'coin desk', ['wallet:adjust', 'users:read']);
    const [granter, viewer] = [await makeAdminActor(world, 'coin desk'), await makeViewer(world)];
    const { body } = await during(
      lockOf(viewer),
      () =>
        granter.post(`/admin/users/${viewer.id}/wallet/adjust`, { amount: 5, direction: 'grant', reason: 'apology' }),
      () => root.put(`/admin/roles/${roleId}`, { permissions: ['users:read'] }),
    );
    expect(body).toEqual({ statusCode: 403, error: 'insufficient_permissions', required: ['wallet:adjust'] });
  });
  it('does not give it back to themselves', async () => {
    const other = await makeAdminActor(world, 'superadmin');
    const { body } = await during(
      ['update admins set is_active = false, token_version = token_version + 1 where id = $1', other.id],
      () => other.put(`/admin/admins/${other.id}`, { is_active: true }),
    );
    expect(body).toEqual({ statusCode: 403, error: 'admin_disabled' });
  });
});

describe('a decider who loses access while the decision waits', () => {
  async function approvalFor(viewer: Viewer): Promise<string> {
    const asker = await makeAdminActor(world, 'support');
    const asked = { amount: 5_000, direction: 'grant', reason: 'apology' };
    return (await asker.post<{ approvalId: string }>(`/admin/users/${viewer.id}/wallet/adjust`, asked)).body.approvalId;
  }
  it('by being disabled does not approve', async () => {
    const [finance, viewer] = [await makeAdminActor(world, 'finance'), await makeViewer(world)];
    const id = await approvalFor(viewer);
    const { body } = await during(
      lockOf(viewer),
      () => finance.post(`/admin/approvals/${id}/approve`),
      () => disable(finance),
    );
    expect(body).toMatchObject({ statusCode: 403 });
    expect((await root.get(`/admin/approvals/${id}`)).body).toMatchObject({ status: 'pending' });
    expect(await balanceOf(viewer)).toBe(0);
  });
});

describe('a user who is deleted while their change waits', () => {
  const gone = `update users set status = 'deleted', email = null, phone_e164 = null, display_name = null, avatar_url = null,
    password_hash = null, auth_provider = 'none', token_version = token_version + 1 where id = $1`;
  const refused = { statusCode: 403, error: 'user_deleted' };
  it.each([
    ['an edit', (viewer: Viewer) => viewer.put('/v1/me', { displayName: 'Layla' })],
    ['a choice of pushes', (viewer: Viewer) => viewer.put('/v1/me/push', { prefs: { drops: false } })],
    ['a claim of the day', (viewer: Viewer) => viewer.post('/v1/me/streak/claim')],
  ])('has %s refused', async (_case, act) => {
    const viewer = await makeViewer(world);
    expect((await during([gone, viewer.id], () => act(viewer))).body).toEqual(refused);
  });
  it('is not registered', async () => {
    const guest = await makeViewer(world, { isGuest: true });
    const account = { email: 'gone@example.com', password: 'moonlit ferry 12' };
    const { body } = await during([gone, guest.id], () => guest.post('/v1/auth/register', account));
    expect(body).toEqual(refused);
  });
});

it('five registrations with the token of one guest make one account', async () => {
  const guest = await makeViewer(world, { isGuest: true });
  const answers = await during(lockOf(guest), () =>
    Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        guest.post('/v1/auth/register', { email: `one-of-many-${n}@example.com`, password: 'moonlit ferry 12' }),
      ),
    ),
  );
  const outcomes = errorsOf(answers);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'token_revoked')).toHaveLength(4);
});
