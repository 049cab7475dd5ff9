import { afterEach, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { makeViewer, userToken } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const moderator = await makeAdminActor(world, 'moderator');
const root = await makeAdminActor(world, 'superadmin');
afterEach(() => world.clock.shift('0'));

interface Detail {
  status: string;
  suspendedUntil: string | null;
  banReason: string | null;
  tokenVersion: number;
  allowed: string[];
}

const statuses = {
  active: `status = 'active'`,
  suspended: `status = 'suspended'`,
  'suspended until yesterday': `status = 'suspended', suspended_until = '2020-01-01T00:00:00Z'`,
  banned: `status = 'banned', ban_reason = 'fraud'`,
  deleted: `status = 'deleted', email = null, password_hash = null, auth_provider = 'none'`,
};
type StartStatus = keyof typeof statuses;

const bodies = {
  suspend: { reason: 'spam in comments' },
  ban: { reason: 'fraud confirmed' },
  reactivate: { note: 'appeal accepted' },
  anonymize: { reason: 'asked in writing' },
};
type Move = keyof typeof bodies;

/** The table of the specification: what becomes of whom. What is not here is refused. */
const table: Record<StartStatus, Partial<Record<Move, string>>> = {
  active: { suspend: 'suspended', ban: 'banned', anonymize: 'approval_pending' },
  suspended: { ban: 'banned', reactivate: 'active', anonymize: 'approval_pending' },
  'suspended until yesterday': { suspend: 'suspended', ban: 'banned', anonymize: 'approval_pending' },
  banned: { reactivate: 'active', anonymize: 'approval_pending' },
  deleted: {},
};

async function viewerWho(startStatus: StartStatus) {
  const viewer = await makeViewer(world);
  await world.database.pool.query(`update users set ${statuses[startStatus]} where id = $1`, [viewer.id]);
  return viewer;
}

const cells = Object.entries(table).flatMap(([startStatus, moves]) =>
  Object.entries(bodies).map(([move, body]) => ({
    startStatus,
    move,
    body,
    leadsTo: Object.entries(moves).find(([name]) => name === move)?.[1],
    allowed: Object.keys(moves),
  })),
);
const isStartStatus = (name: string): name is StartStatus => name in statuses;

describe('changes of the status of a user', () => {
  const play = async ({ startStatus, move, body }: (typeof cells)[number]) => {
    if (!isStartStatus(startStatus)) throw new Error(startStatus);
    const { id } = await viewerWho(startStatus);
    const answer = await root.post<Detail & { kind: string }>(`/admin/users/${id}/${move}`, body);
    const { rows } = await world.database.pool.query<{ status: string }>('select status from users where id = $1', [
      id,
    ]);
    return { answer, stored: rows[0]?.status };
  };

  it.each(cells.filter(({ leadsTo }) => leadsTo))(
    '$move of one who is $startStatus leads to $leadsTo',
    async (cell) => {
      const { answer, stored } = await play(cell);
      const { kind, status } = answer.body;
      expect([answer.status, kind ?? status]).toEqual([200, cell.leadsTo]);
      expect(stored).toBe(kind === 'approval_pending' ? cell.startStatus.split(' ')[0] : cell.leadsTo);
    },
  );
  it.each(cells.filter(({ leadsTo }) => !leadsTo))('$move of a user who is $startStatus is refused', async (cell) => {
    const { answer, stored } = await play(cell);
    const currentState = cell.startStatus === 'suspended until yesterday' ? 'active' : cell.startStatus;
    expect(answer.body).toEqual({
      statusCode: 400,
      error: 'invalid_transition',
      currentState,
      allowed: cell.allowed,
    });
    expect(stored).toBe(cell.startStatus.split(' ')[0]);
  });
  it('are listed in `allowed` according to permissions', async () => {
    const { id } = await makeViewer(world);
    const analystLike = await makeAdminActor(world, 'finance');
    const allowed = async (by: typeof root) => (await by.get<Detail>(`/admin/users/${id}`)).body.allowed;
    expect(await allowed(root)).toEqual(
      expect.arrayContaining(['suspend', 'ban', 'anonymize', 'adjust', 'logout_all', 'comp_subscription', 'note']),
    );
    expect(await allowed(moderator)).toEqual(['suspend', 'ban', 'logout_all', 'comp_subscription', 'note']);
    expect(await allowed(analystLike)).toEqual(['adjust', 'note']);
    await moderator.post(`/admin/users/${id}/ban`, bodies.ban);
    expect(await allowed(moderator)).toEqual(['reactivate', 'logout_all', 'note']);
    const again = { error: 'invalid_transition', currentState: 'banned' };
    const banBy = async (by: typeof root) => (await by.post(`/admin/users/${id}/ban`, bodies.ban)).body;
    expect(await banBy(root)).toMatchObject({ ...again, allowed: ['reactivate', 'anonymize'] });
    expect(await banBy(moderator)).toMatchObject({ ...again, allowed: ['reactivate'] });
  });
  it('require users:ban, and anonymization users:anonymize', async () => {
    const { id } = await makeViewer(world);
    const finance = await makeAdminActor(world, 'finance');
    for (const [move, body] of Object.entries(bodies)) {
      expect([move, (await finance.post(`/admin/users/${id}/${move}`, body)).status]).toEqual([move, 403]);
    }
    expect((await moderator.post(`/admin/users/${id}/anonymize`, bodies.anonymize)).status).toBe(403);
  });
  it('succeed once for twenty concurrent requests', async () => {
    const { id } = await makeViewer(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => moderator.post(`/admin/users/${id}/ban`, bodies.ban)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rowCount } = await world.database.pool.query(
      `select from audit_log where target_id = $1 and action = 'user.ban'`,
      [id],
    );
    expect(rowCount).toBe(1);
  });
});

describe('suspending', () => {
  const suspend = (id: string, body: object) => moderator.post<Detail>(`/admin/users/${id}/suspend`, body);

  it('blocks the user at once, until a time or indefinitely, with the reason', async () => {
    const viewer = await makeViewer(world);
    const until = '2199-05-05T12:00:00+02:00';
    const { body } = await suspend(viewer.id, { reason: 'spam', until });
    expect(body).toMatchObject({
      status: 'suspended',
      suspendedUntil: '2199-05-05T10:00:00.000Z',
      suspendReason: 'spam',
    });
    expect((await viewer.get('/v1/wallet')).body).toEqual({
      statusCode: 403,
      error: 'user_suspended',
      suspendedUntil: '2199-05-05T10:00:00.000Z',
    });
    const { rows } = await world.database.pool.query(
      'select admin_id, reason, before, after from audit_entries where target_id = $1',
      [viewer.id],
    );
    const after = { status: 'suspended', suspendedUntil: '2199-05-05T10:00:00.000Z' };
    expect(rows).toEqual([{ admin_id: moderator.id, reason: 'spam', before: { status: 'active' }, after }]);
    for (const body of [{ reason: 'spam' }, { reason: 'spam', until: null }]) {
      const { id } = await makeViewer(world);
      expect((await suspend(id, body)).body).toMatchObject({ status: 'suspended', suspendedUntil: null });
    }
  });
  it.each([
    { until: '2020-01-01T00:00:00Z' },
    { until: '2199-05-05T12:00:00' },
    { until: '2199-02-30T12:00:00Z' },
    { until: '2199-05-05' },
    { until: 4_000_000_000 },
    { reason: '' },
    { reason: ' ' },
    { reason: null },
    { reason: 'x'.repeat(501) },
    { days: 3 },
  ])('is refused with %j', async (part) => {
    const { id } = await makeViewer(world);
    expect((await suspend(id, { reason: 'spam', ...part })).body).toMatchObject({ error: 'validation_failed' });
    expect((await moderator.get<Detail>(`/admin/users/${id}`)).body.status).toBe('active');
  });
  it('until the present time is refused', async () => {
    const { id } = await makeViewer(world);
    const now = new Date().toISOString();
    await world.clock.stopAt(now);
    expect((await suspend(id, { reason: 'spam', until: now })).status).toBe(400);
    const next = new Date(Date.parse(now) + 1).toISOString();
    expect((await suspend(id, { reason: 'spam', until: next })).status).toBe(200);
  });
});

describe('banning and reactivating', () => {
  it('keeps the reason until it ends, and clears it with the suspension', async () => {
    const viewer = await makeViewer(world);
    await moderator.post(`/admin/users/${viewer.id}/suspend`, { reason: 'spam', until: '2199-01-01T00:00:00Z' });
    const { body } = await moderator.post<Detail>(`/admin/users/${viewer.id}/ban`, { reason: 'fraud' });
    expect(body).toMatchObject({ status: 'banned', banReason: 'fraud', suspendedUntil: null });
    expect((await viewer.get('/v1/me')).body).toEqual({ statusCode: 403, error: 'user_banned' });
    const back = await moderator.post<Detail>(`/admin/users/${viewer.id}/reactivate`, { note: 'sorry' });
    expect(back.body).toMatchObject({ status: 'active', banReason: null, suspendedUntil: null });
    expect((await viewer.get('/v1/me')).status).toBe(200);
  });
  it('requires a note to reactivate', async () => {
    const { id } = await viewerWho('banned');
    for (const body of [undefined, {}, { note: '' }, { note: '  ' }, { reason: 'sorry' }]) {
      expect((await moderator.post(`/admin/users/${id}/reactivate`, body)).status).toBe(400);
    }
    expect((await moderator.get<Detail>(`/admin/users/${id}`)).body.status).toBe('banned');
    await moderator.post(`/admin/users/${id}/reactivate`, { note: 'appeal accepted' });
    const { rows } = await world.database.pool.query('select action, reason from audit_entries where target_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ action: 'user.reactivate', reason: 'appeal accepted' }]);
  });
  it('has no effect in a dry run, which shows the effects', async () => {
    const { id } = await makeViewer(world);
    const { body } = await moderator.post(`/admin/users/${id}/ban?dryRun=true`, { reason: 'fraud' });
    expect(body).toMatchObject({
      dryRun: true,
      body: { status: 'banned' },
      effects: { changes: [{ type: 'user', id, before: { status: 'active' }, after: { status: 'banned' } }] },
    });
    expect((await moderator.get<Detail>(`/admin/users/${id}`)).body.status).toBe('active');
  });
});

describe('ending all sessions of a user', () => {
  it('revokes every earlier token', async () => {
    const viewer = await makeViewer(world);
    const tablet = withToken(world, await userToken(world, viewer.id));
    for (const body of [undefined, {}]) {
      const before = (await moderator.get<Detail>(`/admin/users/${viewer.id}`)).body.tokenVersion;
      const { body: answer } = await moderator.post(`/admin/users/${viewer.id}/devices/logout-all`, body);
      expect(answer).toEqual({ tokenVersion: before + 1 });
    }
    for (const actor of [viewer, tablet]) {
      expect((await actor.get('/v1/wallet')).body).toEqual({ statusCode: 401, error: 'token_revoked' });
    }
    const anew = withToken(world, await userToken(world, viewer.id, { version: 3 }));
    expect((await anew.get('/v1/wallet')).status).toBe(200);
  });
  it('revokes the token of a guest, who can sign in with the device secret', async () => {
    interface Entered {
      access_token: string;
      user: { id: string };
      deviceSecret?: string;
    }
    const enter = (body: object) => anonymous(world).post<Entered>('/v1/auth/guest', body);
    const { access_token, user, deviceSecret } = (await enter({ deviceId: 'old-phone' })).body;
    await moderator.post(`/admin/users/${user.id}/devices/logout-all`);
    const ended = await withToken(world, access_token).get('/v1/wallet');
    expect(ended.body).toEqual({ statusCode: 401, error: 'token_revoked' });
    const again = await enter({ deviceId: 'old-phone', deviceSecret });
    expect(again).toMatchObject({ status: 201, body: { user: { id: user.id } } });
    expect((await withToken(world, again.body.access_token).get('/v1/wallet')).status).toBe(200);
  });
  it('increases the version for each request, also concurrent ones', async () => {
    const { id } = await makeViewer(world);
    const url = `/admin/users/${id}/devices/logout-all`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => moderator.post<Detail>(url)));
    expect(answers.map(({ body }) => body.tokenVersion).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
  });
});
