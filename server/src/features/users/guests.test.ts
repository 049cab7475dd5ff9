import { describe, expect, it } from 'vitest';
import { anonymous } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();

interface SignedIn {
  access_token: string;
  deviceSecret?: string;
  user: { id: string };
}

const enter = (body: object) => anonymous(world).post<SignedIn>('/v1/auth/guest', body);
const errorOf = ({ status, body }: { status: number; body: object }) => [status, 'error' in body && body.error];

describe('a guest', () => {
  it('signs in with a device id only, and has no email or phone', async () => {
    const { status, body } = await enter({ deviceId: 'phone-1', platform: 'ios', countryCode: 'id', language: 'id' });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      isGuest: true,
      email: null,
      phoneE164: null,
      displayName: null,
      status: 'active',
      countryCode: 'ID',
      language: 'id',
    });
    expect((await withToken(world, body.access_token).get('/v1/me')).body).toEqual(body.user);
  });
  it('is the same with the secret of the first call, which is returned once and stored as a hash', async () => {
    const first = await enter({ deviceId: 'phone-2', model: 'A1' });
    const { deviceSecret } = first.body;
    const second = await enter({ deviceId: 'phone-2', appVersion: '2.0', deviceSecret });
    expect(second.body).not.toHaveProperty('deviceSecret');
    expect(second.body.user.id).toBe(first.body.user.id);
    const { rows } = await world.database.pool.query(
      'select model, app_version, last_ip, d::text as row from user_devices d where user_id = $1',
      [first.body.user.id],
    );
    expect(rows).toMatchObject([{ model: 'A1', app_version: '2.0', last_ip: '127.0.0.1' }]);
    expect(JSON.stringify(rows)).not.toContain(deviceSecret);
  });
  it('is a new one without the secret, and refused with a wrong one: a device id gives no access to a wallet', async () => {
    const { body } = await enter({ deviceId: 'phone-3' });
    await giveCoins(world, body.user.id, { paid: 100 });
    const other = await enter({ deviceId: 'phone-9' });
    const unproven = await enter({ deviceId: 'phone-3' });
    expect(unproven.status).toBe(201);
    expect(unproven.body.user.id).not.toBe(body.user.id);
    expect(unproven.body.deviceSecret).toEqual(expect.any(String));
    const { deviceSecret } = body;
    const users = () => world.database.pool.query('select from users');
    const { rowCount } = await users();
    for (const wrong of ['', 'guessed', body.user.id, other.body.deviceSecret]) {
      const answer = await enter({ deviceId: 'phone-3', deviceSecret: wrong });
      expect(errorOf(answer)).toEqual([401, 'invalid_credentials']);
    }
    for (const deviceId of ['phone-9', 'never seen']) {
      expect(errorOf(await enter({ deviceId, deviceSecret }))).toEqual([401, 'invalid_credentials']);
    }
    expect((await users()).rowCount).toBe(rowCount);
    expect((await enter({ deviceId: 'phone-3', deviceSecret })).body.user.id).toBe(body.user.id);
  });
  it('is one user for ten concurrent requests', async () => {
    const { deviceSecret, user } = (await enter({ deviceId: 'phone-10' })).body;
    const again = Array.from({ length: 10 }, () => enter({ deviceId: 'phone-10', deviceSecret }));
    expect(new Set((await Promise.all(again)).map(({ body }) => body.user.id))).toEqual(new Set([user.id]));
    const { rows } = await world.database.pool.query('select from user_devices where device_id = $1', ['phone-10']);
    expect(rows).toHaveLength(1);
  });
  it('who is suspended or banned cannot sign in with the same device', async () => {
    const { body } = await enter({ deviceId: 'phone-4' });
    await world.database.pool.query(`update users set status = 'banned' where id = $1`, [body.user.id]);
    const { deviceSecret } = body;
    expect(errorOf(await enter({ deviceId: 'phone-4', deviceSecret }))).toEqual([403, 'user_banned']);
  });
  it.each([
    [{}],
    [{ deviceId: '' }],
    [{ deviceId: 7 }],
    [{ deviceId: 'x', countryCode: 'EGY' }],
    [{ deviceId: 'x'.repeat(201) }],
  ])('is refused with the fault of %j', async (body) => {
    expect(errorOf(await enter(body))).toEqual([400, 'validation_failed']);
  });
  it.each([
    ['id-ID-u-nu-latn', 'id-ID-u-nu-latn'],
    ['id_ID', 'id-ID'],
    ['in', 'id'],
    ['iw_IL', 'he-IL'],
  ])('whose phone says %s reads %s', async (language, stored) => {
    const { status, body } = await enter({ deviceId: 'phone-6', language });
    expect([status, body.user]).toMatchObject([201, { language: stored }]);
  });
  it('may send null for unknown values', async () => {
    const unknown = { platform: null, appVersion: null, osVersion: null, model: null, language: null };
    const { status } = await enter({ deviceId: 'phone-7', ...unknown, countryCode: null, deviceSecret: null });
    expect(status).toBe(201);
    expect(errorOf(await enter({ deviceId: null }))).toEqual([400, 'validation_failed']);
  });
  it('may send unknown fields', async () => {
    expect((await enter({ deviceId: 'phone-5', colour: 'blue' })).status).toBe(201);
  });
});
