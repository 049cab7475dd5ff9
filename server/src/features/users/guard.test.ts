import { afterEach, describe, expect, it } from 'vitest';
import { Actor, anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { makeViewer, userToken, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { endpointsOf } from '../../endpoints.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';

const world = await openWorld();
afterEach(() => world.clock.shift('0'));

/** Every endpoint for users that the service has, so that a new one is judged here without being named. */
const endpoints = endpointsOf(world).filter(({ guard }) => guard.name === 'user');

function call(actor: Actor, { method, url, example }: Endpoint) {
  const path = url.replace(/:(\w+)/g, (_, name: string) => example?.params?.[name] ?? name);
  const body = method === 'GET' || method === 'DELETE' ? undefined : example?.body;
  return actor.call<{ error: string; suspendedUntil?: string | null }>(method, path, body);
}

const update = (id: string, assignments: string) =>
  world.database.pool.query(`update users set ${assignments} where id = $1`, [id]);

interface Case {
  name: string;
  make: (viewer: Viewer) => Promise<Actor>;
  answer: object;
}

const refused = (statusCode: number, error: string, more = {}) => ({ statusCode, error, ...more });
const until = '2199-01-01T00:00:00.000Z';

const cases: Case[] = [
  { name: 'nobody', make: async () => anonymous(world), answer: refused(401, 'unauthorized') },
  { name: 'garbage', make: async () => withToken(world, 'garbage'), answer: refused(401, 'invalid_token') },
  {
    name: 'another scheme',
    make: async ({ token }) => new Actor(world, { authorization: `Basic ${token}` }),
    answer: refused(401, 'invalid_token'),
  },
  {
    name: 'an admin’s token',
    make: async () => withToken(world, (await makeAdminActor(world, 'superadmin')).token),
    answer: refused(401, 'invalid_token'),
  },
  {
    name: 'a token that has expired',
    make: async ({ id }) => withToken(world, await userToken(world, id, { lifetimeS: -1 })),
    answer: refused(401, 'invalid_token'),
  },
  {
    name: 'a token whose expiry is no date',
    make: async ({ id }) => withToken(world, await userToken(world, id, { lifetimeS: 1e300 })),
    answer: refused(401, 'invalid_token'),
  },
  {
    name: 'a token of a user that there never was',
    make: async () => withToken(world, await userToken(world, '01930000-0000-7000-8000-00000000dead')),
    answer: refused(401, 'invalid_token'),
  },
  {
    name: 'a token from before everyone was signed out',
    make: async (viewer) => {
      await update(viewer.id, 'token_version = 2');
      return viewer;
    },
    answer: refused(401, 'token_revoked'),
  },
  {
    name: 'a token that was signed out',
    make: async (viewer) => {
      await viewer.post('/v1/auth/logout');
      return viewer;
    },
    answer: refused(401, 'token_revoked'),
  },
  ...(
    [
      ['suspended for ever', `status = 'suspended'`, refused(403, 'user_suspended', { suspendedUntil: null })],
      [
        'suspended until a moment',
        `status = 'suspended', suspended_until = '${until}'`,
        refused(403, 'user_suspended', { suspendedUntil: until }),
      ],
      ['banned', `status = 'banned'`, refused(403, 'user_banned')],
      [
        'deleted',
        `status = 'deleted', email = null, password_hash = null, auth_provider = 'none'`,
        refused(403, 'user_deleted'),
      ],
    ] as const
  ).flatMap(([name, assignments, answer]): Case[] => [
    {
      name: `one who is ${name}`,
      make: async (viewer) => {
        await update(viewer.id, assignments);
        return viewer;
      },
      answer,
    },
    {
      name: `one who is ${name} and was signed out everywhere`,
      make: async (viewer) => {
        await update(viewer.id, `${assignments}, token_version = 2`);
        return viewer;
      },
      answer,
    },
    {
      name: `one who is ${name} and had signed out`,
      make: async (viewer) => {
        await viewer.post('/v1/auth/logout');
        await update(viewer.id, assignments);
        return viewer;
      },
      answer,
    },
  ]),
];

describe('an endpoint for users', () => {
  it('is covered by the table below', () => {
    const named = endpoints.map(({ method, url }) => `${method} ${url}`);
    expect(named).toEqual(expect.arrayContaining(['GET /v1/wallet', 'PUT /v1/me', 'POST /v1/auth/logout']));
  });
  it.each(cases)('refuses $name, and checks the status first', async ({ make, answer }) => {
    // One for all endpoints: refused callers change nothing.
    const actor = await make(await makeViewer(world));
    for (const endpoint of endpoints) {
      const { body } = await call(actor, endpoint);
      expect({ [endpoint.url]: body }).toEqual({ [endpoint.url]: answer });
    }
  });
  it('admits everyone else', async () => {
    for (const endpoint of endpoints) {
      // Whether the target exists, or the body is valid, is only revealed to authenticated callers.
      const { status } = await call(await makeViewer(world), endpoint);
      expect([endpoint.url, status < 300 || [400, 404].includes(status)]).toEqual([endpoint.url, true]);
    }
  });
});

describe('a suspension with an end', () => {
  const end = '2031-05-05T12:00:00.000Z';
  const storedStatus = async (id: string): Promise<unknown> =>
    (await world.database.pool.query('select status, suspended_until, suspend_reason from users where id = $1', [id]))
      .rows[0];

  const unsuspended = {
    action: 'user.unsuspend',
    admin_email: 'system',
    before: { status: 'suspended', suspendedUntil: end },
    after: { status: 'active', suspendedUntil: null },
    request_id: null,
    ip: null,
  };
  const entriesOf = async (id: string) =>
    (
      await world.database.pool.query<{ action: string }>(
        'select action, admin_email, before, after, request_id, ip from audit_log where target_id = $1 order by id',
        [id],
      )
    ).rows;

  async function suspendedUntilEnd(): Promise<Actor & { id: string }> {
    const { id } = await makeViewer(world);
    await update(id, `status = 'suspended', suspended_until = '${end}', suspend_reason = 'spam'`);
    const token = await userToken(world, id, { issuedAt: new Date('2031-05-01T00:00:00Z') });
    return Object.assign(withToken(world, token), { id });
  }

  it('lasts until its last millisecond', async () => {
    const viewer = await suspendedUntilEnd();
    await world.clock.stopAt('2031-05-05T11:59:59.999Z');
    const { body } = await viewer.get('/v1/wallet');
    expect(body).toEqual({ statusCode: 403, error: 'user_suspended', suspendedUntil: end });
    expect(await storedStatus(viewer.id)).toMatchObject({ status: 'suspended' });
  });
  it('ends at that time, for the user at once and for others right after', async () => {
    const viewer = await suspendedUntilEnd();
    await world.clock.stopAt(end);
    const { body, headers } = await viewer.get('/v1/me');
    expect(body).toMatchObject({ status: 'active' });
    const lifted = { status: 'active', suspended_until: null, suspend_reason: null };
    expect(await storedStatus(viewer.id)).toEqual(lifted);
    expect(await entriesOf(viewer.id)).toEqual([{ ...unsuspended, request_id: headers['x-request-id'] }]);
  });
  it('is ended by housekeeping if the user does not return', async () => {
    const [over, running] = [await suspendedUntilEnd(), await makeViewer(world)];
    await update(running.id, `status = 'suspended', suspended_until = '2031-05-05T12:00:00.001Z'`);
    await world.clock.stopAt(end);
    await world.runner.runNow('housekeeping');
    expect(await storedStatus(over.id)).toMatchObject({ status: 'active' });
    expect(await storedStatus(running.id)).toMatchObject({ status: 'suspended' });
    expect([await entriesOf(over.id), await entriesOf(running.id)]).toEqual([[unsuspended], []]);
  });
  it('that was renewed is not ended with the previous one', async () => {
    const viewer = await suspendedUntilEnd();
    await world.clock.stopAt(end);
    const holder = await world.database.pool.connect();
    await holder.query('begin');
    await holder.query('update users set suspended_until = null where id = $1', [viewer.id]);
    // Whoever was let in before the new suspension was decided leaves it alone.
    expect((await viewer.get('/v1/wallet')).status).toBe(200);
    await holder.query('commit');
    holder.release();
    expect(await storedStatus(viewer.id)).toMatchObject({ status: 'suspended', suspended_until: null });
    expect((await viewer.get('/v1/wallet')).status).toBe(403);
  });
});

describe('a token', () => {
  it('is valid until its last second', async () => {
    const { id } = await makeViewer(world);
    const issuedAt = new Date('2031-01-01T00:00:00Z');
    const viewer = withToken(world, await userToken(world, id, { issuedAt, lifetimeS: 3600 }));
    await world.clock.stopAt('2031-01-01T00:59:59.999Z');
    expect((await viewer.get('/v1/wallet')).status).toBe(200);
    await world.clock.stopAt('2031-01-01T01:00:00.000Z');
    expect((await viewer.get('/v1/wallet')).body).toMatchObject({ error: 'invalid_token' });
  });
});
