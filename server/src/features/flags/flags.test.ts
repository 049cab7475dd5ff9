import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Actor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { bucketOf, decisionOf } from './rules.ts';

const world = await openWorld();
await makeRole(world, 'release manager', ['system:read', 'system:write']);
await makeRole(world, 'watcher', ['system:read']);
const manager = await makeAdminActor(world, 'release manager');
const watcher = await makeAdminActor(world, 'watcher');
const anyone = new Actor(world, {});

interface Flags {
  flags: Record<string, unknown>;
  revision: number;
  allowed: string[];
  details?: { path: string }[];
}
interface Document {
  paths: Record<string, { get?: { description: string } }>;
}
const set = (flags: object, headers = {}) => manager.put<Flags>('/admin/flags', { flags }, { headers });
const shown = async (query = '') => (await anyone.get<Flags>(`/v1/flags${query}`)).body.flags;

describe('flags', () => {
  it('are set one by one: what is not named stays, and null deletes', async () => {
    const first = await set({ public_player: true, internal_sync: { enabled: true, percentage: 5 } });
    expect(first.status).toBe(200);
    const second = await set({ public_player: null, public_paywall: { enabled: false, percentage: 100 } });
    expect(second.body.flags).toEqual({
      internal_sync: { enabled: true, percentage: 5 },
      public_paywall: { enabled: false, percentage: 100 },
    });
    expect((await watcher.get<Flags>('/admin/flags')).body).toEqual({ ...second.body, allowed: [] });
    expect((await watcher.put('/admin/flags', { flags: {} })).status).toBe(403);
    const seen = { 'if-match': `"${first.body.revision}"` };
    expect((await set({ late: true }, seen)).status).toBe(412);
    const unchanged = { public_paywall: { enabled: false, percentage: 100 }, unknown: null };
    const again = await manager.put<Flags>('/admin/flags', { flags: unchanged }, { changesNothing: true });
    expect(again.body).toEqual(second.body);
  });

  it('with the public prefix are shown to everyone, those of other markets as off', async () => {
    await set({
      secret: true,
      public_all: true,
      public_half: { enabled: true, percentage: 50 },
      public_asia: { enabled: true, percentage: 10, markets: ['id', 'ID', 'MY'] },
    });
    const here = { public_all: true, public_half: { enabled: true, percentage: 50 } };
    expect(await shown('?market=id')).toMatchObject({ ...here, public_asia: { enabled: true, percentage: 10 } });
    expect(await shown('?market=EG')).toMatchObject({ ...here, public_asia: false });
    const nowhere = await shown();
    expect(nowhere).toMatchObject({ ...here, public_asia: false });
    expect(Object.keys(nowhere)).not.toContain('secret');
    expect(JSON.stringify(await shown('?market=ID'))).not.toContain('MY');
    expect((await anyone.get('/v1/flags?market=XX')).status).toBe(400);
  });

  it('are not changed by requests that fail: one bad flag keeps the others out', async () => {
    const before = (await watcher.get<Flags>('/admin/flags')).body;
    const faults: [object, string][] = [
      [{ good: true, bad: { enabled: true, percentage: 101 } }, 'flags.bad'],
      [{ good: true, bad: { enabled: true, percentage: -1 } }, 'flags.bad'],
      [{ good: true, bad: { enabled: true, percentage: 1.5 } }, 'flags.bad'],
      [{ good: true, bad: { enabled: true } }, 'flags.bad'],
      [{ good: true, bad: { enabled: true, percentage: 5, markets: [] } }, 'flags.bad'],
      [{ good: true, bad: { enabled: true, percentage: 5, markets: ['ZZ'] } }, 'flags.bad'],
      [{ good: true, bad: 'on' }, 'flags.bad'],
      [{ good: true, 'Bad Key': true }, 'flags'],
    ];
    for (const [flags, path] of faults) {
      const { status, body } = await set(flags);
      expect(status, JSON.stringify(flags)).toBe(400);
      expect(body.details, JSON.stringify(flags)).toMatchObject([{ path: expect.stringMatching(`^${path}`) }]);
    }
    expect((await watcher.get<Flags>('/admin/flags')).body).toEqual(before);
  });

  it('set at once from many places all arrive', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `racer_${n}`);
    const answers = await Promise.all(names.map((name) => set({ [name]: true })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect((await watcher.get<Flags>('/admin/flags')).body.flags).toMatchObject(
      Object.fromEntries(names.map((name) => [name, true])),
    );
  });
});

describe('whether a flag is on for someone', () => {
  it('is said with the reason, and with the name only to those who may see users', async () => {
    const viewer = await makeViewer(world, { displayName: 'Layla K', countryCode: 'EG' });
    await set({ public_here: { enabled: true, percentage: 100, markets: ['EG'] } });
    const asked = (query: string) => watcher.get(`/admin/flags/public_here/decision?${query}`);
    expect((await asked(`id=${viewer.id}`)).body).toMatchObject({
      on: true,
      reason: 'on',
      isKnown: true,
      market: 'EG',
      user: { id: viewer.id, displayName: null },
    });
    expect((await asked(`id=${viewer.id}&market=id`)).body).toMatchObject({ on: false, reason: 'other_market' });
    expect((await asked('id=device-1')).body).toMatchObject({ on: false, isKnown: false, market: null, user: null });
    await anyone.post('/v1/auth/guest', { deviceId: 'phone-7', platform: 'ios', countryCode: 'EG', language: 'ar' });
    expect((await asked('id=phone-7')).body).toMatchObject({ isKnown: true, user: null });
    expect((await watcher.get('/admin/flags/public_her/decision?id=1')).status).toBe(404);
  });

  it.each([
    [true, 'ID', 'on'],
    [false, 'ID', 'off'],
    [{ enabled: false, percentage: 100 }, 'ID', 'off'],
    [{ enabled: true, percentage: 33 }, 'ID', 'within_percentage'],
    [{ enabled: true, percentage: 32 }, 'ID', 'outside_percentage'],
    [{ enabled: true, percentage: 33, markets: ['EG'] }, 'ID', 'other_market'],
    [{ enabled: true, percentage: 33, markets: ['EG'] }, null, 'other_market'],
  ])('%j in %s: %s', (flag, market, reason) => {
    const id = '01930000-0000-7000-8000-000000000011';
    const decided = decisionOf('public_new_player', flag, id, market);
    expect(decided).toEqual({ bucket: 32, reason, on: reason === 'on' || reason === 'within_percentage' });
  });
});

/** Published for those who build the app: their own code must give the same. */
describe('the bucket of a user or device', () => {
  const page = readFileSync(new URL('../../../../docs/mobile.md', import.meta.url), 'utf8');
  const published: [string, string, number][] = [
    ['public_new_player', '01930000-0000-7000-8000-000000000011', 32],
    ['public_new_player', 'device-1', 34],
    ['public_paywall', '01930000-0000-7000-8000-000000000011', 37],
    ['public_paywall', 'جهاز', 77],
  ];
  const rows = published.map(([key, id, bucket]) => `| \`${key}\` | \`${id}\` | ${bucket} |`);

  it.each(published)('for %s and %s is %i', (key, id, bucket) => {
    expect(bucketOf(key, id)).toBe(bucket);
  });

  it('stands in the document of the API and on the page for the app, for the same examples', async () => {
    const { paths } = (await world.app.inject('/openapi.json')).json<Document>();
    const description = paths['/v1/flags']?.get?.description ?? '';
    const rowsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('| `public_'));
    expect(rowsIn(description)).toEqual(rows);
    expect(rowsIn(page)).toEqual(rows);
  });

  it('is on for about the share that the percentage says, and for all or none at the ends', () => {
    const ids = Array.from({ length: 5000 }, (_, n) => `device-${n}`);
    const share = (percentage: number) =>
      ids.filter((id) => decisionOf('public_x', { enabled: true, percentage }, id, null).on).length / ids.length;
    expect([share(0), share(100)]).toEqual([0, 1]);
    expect(Math.abs(share(25) - 0.25)).toBeLessThan(0.03);
  });
});
