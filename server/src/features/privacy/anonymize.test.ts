import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { type AdminActor, anonymous, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins, ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld({ trustedProxies: 1 });
const support = await makeAdminActor(world, 'support');
const finance = await makeAdminActor(world, 'finance');
const moderator = await makeAdminActor(world, 'moderator');
const [someone, episodeId] = [await makeViewer(world), await makeEpisode(world, 'published')];
await makeRole(world, 'privacy desk', ['users:read', 'users:anonymize']);
const [asker, decider] = [await makeAdminActor(world, 'privacy desk'), await makeAdminActor(world, 'privacy desk')];

const vip = { productId: 'vip', name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
await finance.post('/admin/subscription-products', vip);

const everything = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
await everything.connect();
afterAll(() => everything.end());

/** One look at every column of every table of ours, read as text: a query for each column would take ten seconds. */
async function searchText(): Promise<string> {
  const { rows } = await everything.query<{ look: string }>(`
    select format('select distinct c.place from %I.%I t cross join lateral (values %s) as c (place, value)
        where strpos(lower(c.value), lower($1)) > 0 or strpos(c.value, encode(convert_to($1, ''UTF8''), ''hex'')) > 0',
      n.nspname, c.relname,
      string_agg(format('(%L, t.%I::text)', format('%s.%s.%s', n.nspname, c.relname, a.attname), a.attname), ', ')) as look
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p', 'm') and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
    group by n.nspname, c.relname`);
  return rows.map(({ look }) => look).join(' union all ');
}
const search = { name: 'traces', text: await searchText() };

/** Where a text is found in the database. */
async function tracesOf(text: string): Promise<string[]> {
  const { rows } = await everything.query<{ place: string }>({ ...search, values: [text] });
  return rows.map(({ place }) => place).sort();
}

const personalMarks = {
  email: 'canary.email@birds.example',
  phone: '+15550199887',
  name: 'Canary Displayname',
  renamed: 'Canary Renamed',
  avatar: 'https://cdn.birds.example/canary-avatar.png',
  device: 'canary-device-id',
  otherDevice: 'canary-second-device',
  model: 'canary-model',
  address: '198.51.100.77',
};

/** A number without its country, as people tell it to support. */
const atHome = (phone: string) => phone.replace(/^\+1/, '');

interface SignedIn {
  access_token: string;
  user: { id: string };
}
interface Answer {
  approvalId: string;
  error: string;
  status: string;
}

/** What the user writes about themselves for others to read, and what moderators say of it. */
async function writeComments(viewer: Pick<Viewer, 'post'>, said: string): Promise<void> {
  const write = async (by: Pick<Viewer, 'post'>, body: string) =>
    (await by.post<{ id: string }>('/v1/comments', { episodeId, body })).body.id;
  const [own, other] = [await write(viewer, `Write to ${said}`), await write(someone, 'Nothing personal')];
  await viewer.post(`/v1/comments/${other}/report`, { reason: `copies ${said}` });
  const hidden = await moderator.post(`/admin/moderation/comments/${own}/hide`, { reason: said, strike: true });
  expect(hidden.status).toBe(200);
}

/** A user who left something of themselves in every corner that the service has. */
async function userWithHistory(marks: typeof personalMarks) {
  const headers = { 'x-forwarded-for': marks.address };
  const open = anonymous(world);
  const device = { deviceId: marks.device, model: marks.model, platform: 'ios', countryCode: 'EG' };
  const guest = await open.post<SignedIn>('/v1/auth/guest', device, { headers });
  const account = { email: marks.email, password: 'moonlit ferry 12', displayName: marks.name, phoneE164: marks.phone };
  const authorization = `Bearer ${guest.body.access_token}`;
  const registered = await open.post<SignedIn>('/v1/auth/register', account, {
    headers: { ...headers, authorization },
  });
  const viewer = withToken(world, registered.body.access_token);
  await viewer.put('/v1/me', { displayName: marks.renamed, avatarUrl: marks.avatar }, { headers });
  await open.post('/v1/auth/login', { email: marks.email, password: 'not the one' }, { headers });
  await open.post('/v1/auth/login', { email: marks.email, password: 'moonlit ferry 12' }, { headers });
  const { id } = registered.body.user;
  await everything.query(
    'insert into user_devices (user_id, id, device_id, last_ip) values ($1, gen_random_uuid(), $2, $3)',
    [id, marks.otherDevice, marks.address],
  );
  await giveCoins(world, id, { paid: 30, bonus: 12 });
  const keyed = (key: string) => ({ headers: { 'idempotency-key': `${id} ${key}` } });
  // What admins write is kept for good, so none of who it is about may get into it.
  const said = `${marks.email} or ${marks.renamed.toUpperCase()}, ${atHome(marks.phone)}`;
  const grant = { amount: 8, direction: 'grant', reason: `apology_${said}`, note: `called ${said}` };
  await support.post(`/admin/users/${id}/wallet/adjust`, grant, keyed('small'));
  await support.post(`/admin/users/${id}/wallet/adjust`, { ...grant, amount: 9000 }, keyed('large'));
  const { body: large } = await support.post<Answer>(`/admin/users/${id}/wallet/adjust`, { ...grant, amount: 3000 });
  await approve(finance, large.approvalId, { note: said });
  const { body: rejected } = await support.post<Answer>(`/admin/users/${id}/wallet/adjust`, { ...grant, amount: 4000 });
  await finance.post(`/admin/approvals/${rejected.approvalId}/reject`, { reason: said });
  await writeComments(viewer, said);
  await support.post(`/admin/users/${id}/suspend`, { reason: `spam by ${said}` });
  await support.post(`/admin/users/${id}/comp-subscription`, { days: 3, productId: 'vip', reason: said });
  await support.post(`/admin/users/${id}/reactivate`, { note: `appeal of ${said} accepted` });
  await support.post(`/admin/users/${id}/ban?dryRun=true`, { reason: 'fraud' });
  await support.post(`/admin/users/${id}/notes`, { body: `Wrote from ${marks.email}` });
  return { id, viewer };
}

async function passwordHashOf(id: string): Promise<string> {
  const { rows } = await everything.query<{ hash: string }>('select password_hash as hash from users where id = $1', [
    id,
  ]);
  return rows[0]?.hash ?? '';
}

const ask = (by: AdminActor, id: string, options = {}, reason = `wrote from ${personalMarks.email}`) =>
  by.post<Answer>(`/admin/users/${id}/anonymize`, { reason }, options);
const approve = (by: AdminActor, approvalId: string, body?: { note: string }) =>
  by.post<Answer>(`/admin/approvals/${approvalId}/approve`, body, { headers: { 'idempotency-key': approvalId } });

describe('anonymizing a user', () => {
  it('requires approval, and leaves personal data only in notes', async () => {
    const { id, viewer } = await userWithHistory(personalMarks);
    const passwordHash = await passwordHashOf(id);
    const secrets = { ...personalMarks, phoneAtHome: atHome(personalMarks.phone), passwordHash };
    // The search itself must find what is there, or it would prove nothing.
    const { name: _replaced, ...present } = secrets;
    for (const [name, text] of Object.entries(present)) {
      const traces = await tracesOf(text);
      expect([name, traces.length > 0]).toEqual([name, true]);
      expect([name, traces.filter((place) => place.includes('idempotency_keys'))]).toEqual([name, []]);
    }
    const pending = await ask(asker, id, { headers: { 'idempotency-key': 'anonymize-canary' } });
    expect(pending.body).toMatchObject({ kind: 'approval_pending', reason: 'two_person_rule' });
    expect((await viewer.get('/v1/me')).status).toBe(200);
    expect((await approve(asker, pending.body.approvalId)).body.error).toBe('self_approval_forbidden');
    expect((await approve(support, pending.body.approvalId)).status).toBe(404);
    await decider.get(`/admin/approvals/${pending.body.approvalId}`);
    expect((await approve(decider, pending.body.approvalId)).body).toMatchObject({ status: 'approved' });
    await world.runner.runNow('housekeeping');
    for (const [name, text] of Object.entries(secrets)) {
      const left = name === 'email' ? ['public.user_notes.body'] : [];
      expect([name, await tracesOf(text)]).toEqual([name, left]);
    }
  });

  const marks = Object.fromEntries(Object.entries(personalMarks).map(([name, text]) => [name, `${text}2`]));
  const second = { ...personalMarks, ...marks, phone: '+15550199888' };

  it('keeps the ledger, notes with their author, the country and the number of devices', async () => {
    const { id, viewer } = await userWithHistory(second);
    const ledgerBefore = (await support.get(`/admin/users/${id}/ledger`)).text;
    const notesBefore = (await support.get(`/admin/users/${id}/notes`)).text;
    const { approvalId } = (await ask(asker, id)).body;
    await approve(decider, approvalId);
    const { body } = await support.get<{ devices: object[] }>(`/admin/users/${id}`);
    expect(body).toMatchObject({
      status: 'deleted',
      email: null,
      phoneE164: null,
      displayName: null,
      avatarUrl: null,
      authProvider: 'none',
      countryCode: 'EG',
      balancePaid: 30,
      balanceBonus: 3020,
      tokenVersion: 3,
      allowed: ['logout_all', 'note'],
    });
    expect(body.devices).toMatchObject([
      { deviceId: null, lastIp: null, model: null },
      { deviceId: null, lastIp: null, model: null },
    ]);
    expect((await support.get(`/admin/users/${id}/ledger`)).text).toBe(ledgerBefore);
    expect((await support.get(`/admin/users/${id}/notes`)).text).toBe(notesBefore);
    expect((await support.get(`/admin/users/${id}/ledger/proof`)).body.holds).toBe(true);
    expect(await ledgerViolations(world)).toEqual([]);
    for (const path of ['/v1/me', '/v1/wallet']) {
      expect((await viewer.get(path)).body).toEqual({ statusCode: 403, error: 'user_deleted' });
    }
  });
  it('cannot be requested again, and other pending requests for the user fail', async () => {
    const found = await support.get<{ items: { id: string }[] }>('/admin/users?status=deleted');
    const id = found.body.items[0]?.id ?? '';
    expect((await ask(asker, id)).body).toEqual({
      statusCode: 400,
      error: 'invalid_transition',
      currentState: 'deleted',
      allowed: [],
    });
    const { rows } = await everything.query<{ id: string }>(
      `select id from approvals where kind = 'wallet_grant' and target_id = $1 and status = 'pending'`,
      [id],
    );
    expect((await approve(finance, rows[0]?.id ?? '')).body).toEqual({ statusCode: 400, error: 'user_deleted' });
  });
  it('frees the email and the device', async () => {
    const again = await anonymous(world).post<SignedIn>('/v1/auth/register', {
      email: personalMarks.email,
      password: 'moonlit ferry 12',
    });
    expect(again.status).toBe(201);
    const device = await anonymous(world).post<SignedIn>('/v1/auth/guest', { deviceId: personalMarks.device });
    expect((await withToken(world, device.body.access_token).get('/v1/wallet')).body).toMatchObject({
      balanceTotal: 0,
    });
  });
  it('requested ten times concurrently is one request', async () => {
    const { body } = await anonymous(world).post<SignedIn>('/v1/auth/guest', { deviceId: 'asked-often' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(n % 2 === 0 ? asker : decider, body.user.id, { changesNothing: true })),
    );
    expect(new Set(answers.map((answer) => answer.body.approvalId)).size).toBe(1);
  });
});
