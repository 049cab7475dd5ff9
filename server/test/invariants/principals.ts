import { createHmac } from 'node:crypto';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor, makeRole, tokenFor } from '../harness/actor.ts';
import type { World } from '../harness/world.ts';
import { contractPermissions, contractRoles } from './contract-access.ts';

export interface Refusal {
  readonly status: number;
  readonly error: string;
}

/** A caller, with what the contract says of the credential, whatever it is used for. */
export interface Principal {
  readonly name: string;
  /** A new one for each request, each of a session of its own: some requests end the session that they come with. */
  token(): Promise<string | undefined>;
  readonly refusal?: Refusal;
  readonly owesReset?: boolean;
  readonly permissions: readonly string[];
}

const unauthorized = { status: 401, error: 'unauthorized' };
const invalidToken = { status: 401, error: 'invalid_token' };
const tokenRevoked = { status: 401, error: 'token_revoked' };
const adminDisabled = { status: 403, error: 'admin_disabled' };

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Forgery {
  secret?: string;
  algorithm?: string;
  /** More fields of the header, such as where a key is to be found. */
  header?: Readonly<Record<string, string>>;
  claims?: Readonly<Record<string, unknown>>;
}

/** A token like those that sign-in gives, but for what the forgery changes. */
async function forge(
  world: World,
  adminId: string,
  { secret = world.config.secrets.adminJwt[0] ?? '', algorithm = 'HS256', header = {}, claims = {} }: Forgery,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const honest = { sub: adminId, role: 'superadmin', token_version: 1, jti: newId(), iat, exp: iat + 43_200 };
  const text = `${base64({ alg: algorithm, typ: 'JWT', ...header })}.${base64({ ...honest, aud: 'admin', ...claims })}`;
  return `${text}.${createHmac(algorithm.replace('HS', 'sha'), secret).update(text).digest('base64url')}`;
}

function unsigned(adminId: string, algorithm: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { sub: adminId, token_version: 1, jti: newId(), iat, exp: iat + 43_200, aud: 'admin' };
  return `${base64({ alg: algorithm, typ: 'JWT' })}.${base64(claims)}.`;
}

const refused = (name: string, refusal: Refusal, token: Principal['token']): Principal => ({
  name,
  refusal,
  token,
  permissions: [],
});

/** Credentials that were never good, all in the name of an admin who may do everything. */
function forgers(world: World, victim: string): Principal[] {
  const userSecret = world.config.secrets.userJwt[0] ?? '';
  const longAgo = Math.floor(Date.now() / 1000) - 50_000;
  const own = { secret: 'a key that nobody else has, of 32 bytes' };
  const invalid = (name: string, token: Principal['token']) => refused(name, invalidToken, token);
  return [
    refused('no token', unauthorized, async () => undefined),
    invalid('garbage', async () => 'garbage'),
    invalid('three parts of garbage', async () => 'e30.e30.e30'),
    invalid('a token of 9,000 characters', async () => `${base64('x'.repeat(6_000))}.e30.e30`),
    invalid('alg none', async () => unsigned(victim, 'none')),
    invalid('alg NoNe', async () => unsigned(victim, 'NoNe')),
    invalid('another algorithm', () => forge(world, victim, { algorithm: 'HS512' })),
    invalid('wrong key', () => forge(world, victim, own)),
    invalid('the key of users', () => forge(world, victim, { secret: userSecret })),
    // What the header says of keys is not looked at.
    invalid('a key named by a path', () => forge(world, victim, { ...own, header: { kid: '../../../dev/null' } })),
    invalid('a key named by SQL', () => forge(world, victim, { ...own, header: { kid: "' union select 'x" } })),
    invalid('a key at an address', () =>
      forge(world, victim, { ...own, header: { jku: 'https://evil.example/jwks' } }),
    ),
    invalid('a cut signature', async () => (await forge(world, victim, {})).slice(0, -2)),
    invalid('expired', () => forge(world, victim, { claims: { iat: longAgo, exp: longAgo + 43_200 } })),
    invalid('never expiring', () => forge(world, victim, { claims: { exp: undefined } })),
    invalid('an expiry of 1e300', () => forge(world, victim, { claims: { exp: 1e300 } })),
    invalid('an expiry that is a text', () => forge(world, victim, { claims: { exp: '9999999999' } })),
    invalid('a user’s token', () => forge(world, victim, { secret: userSecret, claims: { aud: 'user' } })),
    invalid('a user’s token under our key', () => forge(world, victim, { claims: { aud: 'user' } })),
    invalid('no audience', () => forge(world, victim, { claims: { aud: undefined } })),
    invalid('two audiences', () => forge(world, victim, { claims: { aud: ['user', 'admin'] } })),
    invalid('no version', () => forge(world, victim, { claims: { token_version: undefined } })),
    invalid('nobody’s', () => forge(world, newId(), {})),
    invalid('a subject that is no id', () => forge(world, "' or true --", {})),
  ];
}

/** Admins whose good credentials were taken away, each over HTTP as an operator would do it. */
async function fallen(world: World): Promise<Principal[]> {
  const root = await makeAdminActor(world, 'superadmin');
  const fall = () => makeAdminActor(world, 'superadmin');
  const [stale, loggedOut, disabled] = [await fall(), await fall(), await fall()] as const;
  const [deleted, switchedOff, gone, demoted] = [await fall(), await fall(), await fall(), await fall()] as const;
  await root.post(`/admin/admins/${stale.id}/force-logout`);
  await loggedOut.post('/admin/auth/logout');
  await root.put(`/admin/admins/${disabled.id}`, { is_active: false });
  await root.delete(`/admin/admins/${deleted.id}`);
  await root.put(`/admin/admins/${demoted.id}`, { role: 'analyst' });
  // These two keep their version, so that nothing but the flag and the deletion can keep them out.
  await world.database.db.updateTable('admins').set({ is_active: false }).where('id', '=', switchedOff.id).execute();
  await world.database.db.updateTable('admins').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
  return [
    refused('stale version', tokenRevoked, () => tokenFor(world, stale.id)),
    refused('a version that is yet to come', tokenRevoked, () => tokenFor(world, stale.id, { version: 3 })),
    refused('logged out', tokenRevoked, async () => loggedOut.token),
    refused('demoted', tokenRevoked, async () => demoted.token),
    refused('disabled', adminDisabled, async () => disabled.token),
    refused('disabled, version unchanged', adminDisabled, () => tokenFor(world, switchedOff.id)),
    refused('deleted', invalidToken, async () => deleted.token),
    refused('deleted, version unchanged', invalidToken, () => tokenFor(world, gone.id)),
  ];
}

async function activePrincipal(world: World, name: string, role: string, permissions: readonly string[]) {
  const { id } = await makeAdminActor(world, role);
  return { name, permissions, token: () => tokenFor(world, id) };
}

async function resetters(world: World): Promise<Principal[]> {
  const owing = async (role: string): Promise<Principal> => {
    const { id } = await makeAdminActor(world, role, { mustResetPassword: true });
    const permissions = contractRoles[role] ?? [];
    return { name: `must reset (${role})`, owesReset: true, permissions, token: () => tokenFor(world, id) };
  };
  return [await owing('superadmin'), await owing('analyst')];
}

export interface Principals {
  /** The six built-in roles, each of an active admin. */
  readonly roles: readonly Principal[];
  /** Custom roles of one permission each, and one that has none. */
  readonly holders: readonly Principal[];
  readonly others: readonly Principal[];
}

export async function makePrincipals(world: World): Promise<Principals> {
  const roles: Principal[] = [];
  for (const [role, permissions] of Object.entries(contractRoles)) {
    roles.push(await activePrincipal(world, role, role, permissions));
  }
  await makeRole(world, 'holds nothing', []);
  const holders: Principal[] = [await activePrincipal(world, 'holds nothing', 'holds nothing', [])];
  for (const permission of contractPermissions) {
    const role = `only ${permission}`;
    await makeRole(world, role, [permission]);
    holders.push(await activePrincipal(world, role, role, [permission]));
  }
  const { id } = await makeAdminActor(world, 'superadmin');
  return { roles, holders, others: [...forgers(world, id), ...(await fallen(world)), ...(await resetters(world))] };
}
