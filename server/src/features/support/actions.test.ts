import { afterEach, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const [support, moderator, finance] = [
  await makeAdminActor(world, 'support', { name: 'Putri' }),
  await makeAdminActor(world, 'moderator'),
  await makeAdminActor(world, 'finance'),
];
afterEach(() => world.clock.shift('0'));

interface Note {
  id: string;
  body: string;
  admin_email: string;
  admin_name: string;
  created_at: string;
}
interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}
const monthly = { productId: 'vip_monthly', name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
await finance.post('/admin/subscription-products', monthly);

describe('the page of a user', () => {
  it('shows all fields of the specification', async () => {
    const { body } = await anonymous(world).post<{ access_token: string; user: { id: string } }>('/v1/auth/guest', {
      deviceId: 'pixel-7',
      platform: 'android',
      appVersion: '1.2',
      osVersion: '14',
      model: 'Pixel 7',
      countryCode: 'EG',
      language: 'ar',
    });
    const registered = await anonymous(world).post<{ access_token: string }>(
      '/v1/auth/register',
      { email: 'page@example.com', password: 'moonlit ferry 12', displayName: 'Page', phoneE164: '+201005550000' },
      { headers: { authorization: `Bearer ${body.access_token}` } },
    );
    const { id } = body.user;
    await giveCoins(world, id, { paid: 40, bonus: 12 });
    const viewer = withToken(world, registered.body.access_token);
    await viewer.put('/v1/me', { avatarUrl: 'https://cdn.example/page.png' });
    await viewer.put('/v1/me/push', { prefs: { marketing: false } });
    expect((await viewer.post(`/v1/episodes/${await makeEpisode(world, 'published')}/unlock`)).status).toBe(200);
    await viewer.post('/v1/me/streak/claim');
    await support.post(`/admin/users/${id}/comp-subscription`, { days: 7, productId: 'vip_monthly', reason: 'sorry' });
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const answer = await moderator.get(`/admin/users/${id}`);
    expect(answer.body).toEqual({
      id,
      email: 'page@example.com',
      phoneE164: '+201005550000',
      displayName: 'Page',
      countryCode: 'EG',
      language: 'ar',
      isGuest: false,
      status: 'active',
      balanceTotal: 42,
      totalSpendCents: 0,
      lastSeenAt: moment,
      createdAt: moment,
      avatarUrl: 'https://cdn.example/page.png',
      authProvider: 'password',
      suspendReason: null,
      suspendedUntil: null,
      banReason: null,
      // Registering ended the tokens of the guest.
      tokenVersion: 2,
      balancePaid: 40,
      balanceBonus: 2,
      unlocksCount: 1,
      streak: { current: 1, longest: 1, lastClaimDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      pushPrefs: { drops: true, marketing: false, moderation: true },
      pushDevices: 0,
      commentingSuspended: false,
      deletesAt: null,
      devices: [
        {
          id: uuid,
          deviceId: 'pixel-7',
          platform: 'android',
          appVersion: '1.2',
          osVersion: '14',
          model: 'Pixel 7',
          lastIp: '127.0.0.1',
          firstSeen: moment,
          lastSeen: moment,
        },
      ],
      subscriptions: [
        {
          id: uuid,
          platform: 'comp',
          productId: 'vip_monthly',
          productName: 'VIP',
          status: 'active',
          autoRenew: false,
          currentPeriodStart: moment,
          currentPeriodEnd: moment,
          trialEnd: null,
          canceledAt: null,
          priceCents: 0,
          currency: 'USD',
          interruption: null,
          environment: 'production',
          isFamilyShared: false,
        },
      ],
      strikes: [],
      revision: expect.any(Number),
      allowed: expect.any(Array),
    });
    expect(answer.text).not.toContain('argon2');
  });
  it('of an unknown user is not found', async () => {
    expect((await support.get('/admin/users/01930000-0000-7000-8000-00000000dead')).body.error).toBe('not_found');
    expect((await support.get('/admin/users/7')).body.error).toBe('not_found');
  });
});

describe('notes', () => {
  const write = (id: string, body: unknown, by = support) => by.post<Note>(`/admin/users/${id}/notes`, { body });

  it('have author and time, newest first', async () => {
    const { id } = await makeViewer(world);
    const first = await write(id, 'Called in the evening.');
    const second = await write(id, 'x'.repeat(2000), moderator);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.any(String),
      body: 'Called in the evening.',
      admin_email: support.email,
      admin_name: 'Putri',
      created_at: expect.stringMatching(/Z$/),
    });
    const { body } = await finance.get<Page<Note>>(`/admin/users/${id}/notes`);
    expect(body).toEqual({ items: [second.body, first.body], nextCursor: null });
  });
  it.each(['', ' \n', 'x'.repeat(2001), null, 7, undefined])('are refused with %j', async (body) => {
    const { id } = await makeViewer(world);
    expect((await write(id, body)).body).toMatchObject({ statusCode: 400, error: 'validation_failed' });
  });
  it('are audited without their text, which may be personal', async () => {
    const { id } = await makeViewer(world);
    const { body } = await write(id, 'canary-note-text');
    await support.delete(`/admin/users/${id}/notes/${body.id}`);
    const { rows } = await world.database.pool.query<{ action: string; entry: string }>(
      'select action, l::text as entry from audit_log l where target_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['user.note', 'user.note_delete']);
    expect(rows.map(({ entry }) => entry).join()).not.toContain('canary');
  });
  it('are soft-deleted once, and only for their user', async () => {
    const [{ id }, other] = [await makeViewer(world), await makeViewer(world)];
    const { body: note } = await write(id, 'to go');
    expect((await support.delete(`/admin/users/${other.id}/notes/${note.id}`)).body.error).toBe('not_found');
    const url = `/admin/users/${id}/notes/${note.id}`;
    const answers = await releaseTogether(world, { table: 'user_notes', most: 3 }, () =>
      Promise.all([support, moderator, finance].map((admin) => admin.delete(url))),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404, 404]);
    expect((await support.get<Page<Note>>(`/admin/users/${id}/notes`)).body.items).toEqual([]);
    const { rows } = await world.database.pool.query('select body from user_notes where id = $1', [note.id]);
    expect(rows).toEqual([{ body: 'to go' }]);
  });
  it('are paged, also with equal times, and cursors are valid for one user', async () => {
    const [{ id }, other] = [await makeViewer(world), await makeViewer(world)];
    await world.clock.stopAt(new Date().toISOString());
    for (let n = 1; n <= 5; n++) await write(id, `note ${n}`);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await support.get<Page<Note>>(
        `/admin/users/${id}/notes?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.items.map((note) => note.body));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    const { nextCursor } = (await support.get<Page<Note>>(`/admin/users/${id}/notes?limit=2`)).body;
    const stolen = await support.get(`/admin/users/${other.id}/notes?limit=2&cursor=${nextCursor}`);
    expect(stolen.body.error).toBe('invalid_cursor');
    expect(seen).toEqual(['note 5', 'note 4', 'note 3', 'note 2', 'note 1']);
  });
});

it('The ledger stores a reason without the Arabic name of the user, in any spelling', async () => {
  const { id } = await makeViewer(world, { displayName: 'أحمد' });
  const grant = { amount: 5, direction: 'grant', reason: 'بلاغ لأحمد عن احمد وأَحمد اليوم' };
  await support.post(`/admin/users/${id}/wallet/adjust`, grant);
  const { rows } = await world.database.pool.query('select reason from ledger.events where user_id = $1', [id]);
  expect(rows).toEqual([{ reason: 'بلاغ [personal] عن [personal] [personal] اليوم' }]);
});
