import { afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { makeViewer, userToken } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { claimed } from './rules.ts';

const world = await openWorld();
afterEach(() => world.clock.shift('0'));

/** A viewer whose token is good at any time that the tests choose. */
async function timelessViewer() {
  const { id } = await makeViewer(world);
  const token = await userToken(world, id, { lifetimeS: 100 * 365 * 86_400 });
  return Object.assign(withToken(world, token), { id });
}

describe('one’s own account', () => {
  it('shows profile and preferences, without sign-in data', async () => {
    const viewer = await makeViewer(world, { displayName: 'Layla', phoneE164: '+201001234567' });
    const { body, text } = await viewer.get('/v1/me');
    expect(body).toEqual({
      id: viewer.id,
      email: `${viewer.id}@viewers.example`,
      phoneE164: '+201001234567',
      displayName: 'Layla',
      avatarUrl: null,
      countryCode: 'EG',
      language: null,
      isGuest: false,
      status: 'active',
      streak: { current: 0, longest: 0, lastClaimDate: null },
      pushPrefs: { drops: true, marketing: true, moderation: true },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(text).not.toContain('argon2');
  });
  it.each([
    ['/v1/me', { displayName: 'Mina' }],
    ['/v1/me/push', { prefs: { drops: false } }],
  ])('refuses to change at %s what was read before it changed', async (path, edit) => {
    const viewer = await makeViewer(world);
    const read = await viewer.get('/v1/me');
    const headers = { 'if-match': String(read.headers.etag) };
    expect((await viewer.put(path, edit, { headers })).status).toBe(200);
    const stale = await viewer.put(path, edit, { headers });
    expect(stale.body).toEqual({ statusCode: 412, error: 'stale_write' });
    expect((await viewer.put(path, edit)).status).toBe(200);
  });
  it('changes only the given fields, clears with null and ignores unknown fields', async () => {
    const viewer = await makeViewer(world, { displayName: 'Layla' });
    const first = await viewer.put('/v1/me', {
      language: 'ar',
      avatarUrl: 'https://cdn.example/a.png',
      status: 'banned',
    });
    expect(first.body).toMatchObject({
      displayName: 'Layla',
      language: 'ar',
      avatarUrl: 'https://cdn.example/a.png',
      status: 'active',
    });
    const second = await viewer.put('/v1/me', {
      displayName: null,
      avatarUrl: null,
      language: null,
      countryCode: 'id',
    });
    expect(second.body).toMatchObject({ displayName: null, avatarUrl: null, language: null, countryCode: 'ID' });
    expect((await viewer.get('/v1/me')).body).toEqual(second.body);
  });
  it.each([
    [{ displayName: '' }],
    [{ displayName: 7 }],
    [{ avatarUrl: 'http://cdn.example/a.png' }],
    [{ avatarUrl: 'javascript:alert(1)' }],
    [{ countryCode: 'Egypt' }],
    [{ countryCode: 'ZZ' }],
    [{ language: 'Klingon' }],
  ])('refuses %j and changes nothing', async (edit) => {
    const viewer = await makeViewer(world);
    const before = (await viewer.get('/v1/me')).text;
    expect((await viewer.put('/v1/me', edit)).body).toMatchObject({ error: 'validation_failed' });
    expect((await viewer.get('/v1/me')).text).toBe(before);
  });
  it.each([
    ['/v1/me', {}],
    ['/v1/me', { displayName: 'Layla', countryCode: 'eg' }],
    ['/v1/me/push', {}],
    ['/v1/me/push', { prefs: { drops: true } }],
  ])('keeps the revision if %s changes nothing: %j', async (url, same) => {
    const viewer = await makeViewer(world, { displayName: 'Layla', countryCode: 'EG' });
    const before = await viewer.get('/v1/me');
    const after = await viewer.put(url, same);
    expect([after.status, after.headers.etag, after.body]).toEqual([200, before.headers.etag, before.body]);
  });
  it('stores each push preference separately', async () => {
    const viewer = await makeViewer(world);
    const { body } = await viewer.put('/v1/me/push', { prefs: { marketing: false }, theme: 'dark' });
    expect(body.pushPrefs).toEqual({ drops: true, marketing: false, moderation: true });
    const next = await viewer.put('/v1/me/push', { prefs: { drops: false, marketing: true } });
    expect(next.body.pushPrefs).toEqual({ drops: false, marketing: true, moderation: true });
    expect((await viewer.put('/v1/me/push', {})).body.pushPrefs).toEqual(next.body.pushPrefs);
    expect((await viewer.put('/v1/me/push', { prefs: { drops: 'yes' } })).status).toBe(400);
  });
  it('is shown to support with its last visit, at most once a minute', async () => {
    const viewer = await timelessViewer();
    const support = await makeAdminActor(world, 'support');
    const seen = async () => (await support.get(`/admin/users/${viewer.id}`)).body.lastSeenAt;
    expect(await seen()).toBeNull();
    const { rows } = await world.database.pool.query<{ now: Date }>('select clock() as now');
    const start = rows[0]?.now ?? new Date();
    const momentAfter = (seconds: number) => new Date(start.getTime() + seconds * 1000).toISOString();
    for (const [seconds, expected] of [
      [0, 0],
      [59, 0],
      [60, 60],
    ] as const) {
      await world.clock.stopAt(momentAfter(seconds));
      await viewer.get('/v1/wallet');
      await expect.poll(seen).toBe(momentAfter(expected));
    }
  });
});

describe('the streak', () => {
  it('counts UTC days, including the last and first millisecond', async () => {
    const viewer = await timelessViewer();
    const claimAt = async (moment: string) => {
      await world.clock.stopAt(moment);
      return (await viewer.post('/v1/me/streak/claim')).body;
    };
    expect(await claimAt('2026-02-28T23:59:59.999Z')).toEqual({
      current: 1,
      longest: 1,
      lastClaimDate: '2026-02-28',
      claimed: true,
    });
    expect(await claimAt('2026-03-01T00:00:00.000Z')).toMatchObject({
      current: 2,
      lastClaimDate: '2026-03-01',
      claimed: true,
    });
    expect(await claimAt('2026-03-01T23:59:59.999Z')).toMatchObject({ current: 2, claimed: false });
    expect(await claimAt('2026-03-03T00:00:00.000Z')).toMatchObject({ current: 1, longest: 2, claimed: true });
    expect((await viewer.get('/v1/me')).body.streak).toEqual({ current: 1, longest: 2, lastClaimDate: '2026-03-03' });
  });
  it('reads 0 after a missed UTC day, for the user and for support', async () => {
    const viewer = await timelessViewer();
    await world.clock.stopAt('2026-03-01T10:00:00Z');
    await viewer.post('/v1/me/streak/claim');
    const support = await makeAdminActor(world, 'support');
    const currentAt = async (moment: string) => {
      await world.clock.stopAt(moment);
      const [mine, theirs] = [
        await viewer.get<{ streak: object }>('/v1/me'),
        await support.get<{ streak: object }>(`/admin/users/${viewer.id}`),
      ];
      expect(theirs.body.streak).toEqual(mine.body.streak);
      return mine.body.streak;
    };
    const rest = { longest: 1, lastClaimDate: '2026-03-01' };
    expect(await currentAt('2026-03-02T23:59:59.999Z')).toEqual({ current: 1, ...rest });
    expect(await currentAt('2026-03-03T00:00:00.000Z')).toEqual({ current: 0, ...rest });
    await world.clock.shift('0');
  });
  it('counts a day once for concurrent requests', async () => {
    const viewer = await makeViewer(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => viewer.post('/v1/me/streak/claim')));
    expect(answers.filter(({ body }) => body.claimed === true)).toHaveLength(1);
    expect((await viewer.get<{ streak: object }>('/v1/me')).body.streak).toMatchObject({ current: 1 });
  });
  it('is kept when the clock is set back', () => {
    const streak = { current: 5, longest: 9, lastClaimDate: '2026-03-03' };
    expect(claimed(streak, new Date('2026-03-02T12:00:00Z'))).toEqual({ ...streak, claimed: false });
  });
});
