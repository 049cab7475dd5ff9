import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { signedInAs, signIn, stoppedClock, withToken } from '../../../test/harness/sign-in.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const halfADay = 43_200;

let moveTo: (seconds: number) => Promise<void>;
beforeEach(async () => {
  moveTo = await stoppedClock(world);
});
afterEach(() => world.clock.shift('0'));

const tidyUp = async () => {
  expect(await world.runner.runNow('housekeeping')).toMatchObject({ outcome: 'succeeded' });
};
const countOf = async (table: 'admin_sessions' | 'sign_in_failures'): Promise<number> =>
  (await world.database.db.selectFrom(table).select('id').execute()).length;

describe('expired rows', () => {
  it('A revoked session is stored until its token expires', async () => {
    const { token } = await signedInAs(world, 'support');
    const me = async () => (await withToken(world, token).get('/admin/admins/me')).body;
    await withToken(world, token).post('/admin/auth/logout');
    await moveTo(halfADay - 2);
    await tidyUp();
    expect(await me()).toMatchObject({ error: 'token_revoked' });
    expect(await countOf('admin_sessions')).toBe(1);
    await moveTo(halfADay);
    await tidyUp();
    expect(await me()).toMatchObject({ error: 'invalid_token' });
    expect(await countOf('admin_sessions')).toBe(0);
  });
  it('A failed sign-in is stored for 15 minutes', async () => {
    const { email } = await makeAdminActor(world, 'support');
    for (let time = 1; time <= 10; time++) await signIn(world, { email, password: 'wrong' });
    await moveTo(899);
    await tidyUp();
    expect((await signIn(world, { email })).status).toBe(429);
    await moveTo(901);
    await tidyUp();
    expect(await countOf('sign_in_failures')).toBe(0);
    expect((await signIn(world, { email })).status).toBe(200);
  });
});
