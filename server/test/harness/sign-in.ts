import { clock } from '../../src/kit/db/database.ts';
import { codeAt, stepAt } from '../../src/kit/one-time-code.ts';
import { Actor, type AdminOptions, type Answer, anonymous, makeAdminActor, password } from './actor.ts';
import type { World } from './world.ts';

/** Signing in for real, where a test is about sessions; elsewhere `makeAdminActor` is enough. */

export interface SignedInBody {
  access_token: string;
  admin: {
    id: string;
    email: string;
    name: string;
    role: string;
    permissions: string[];
    must_reset_password: boolean;
  };
}

export interface SignInAttempt {
  email: string;
  password?: string;
  otp?: string;
  /** Where it comes from, in a world that trusts one proxy. */
  address?: string;
}

export function signIn(world: World, { address, ...body }: SignInAttempt): Promise<Answer<SignedInBody>> {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  return anonymous(world).post<SignedInBody>('/admin/auth/login', { password, ...body }, { headers });
}

export const withToken = (world: World, token: string): Actor => new Actor(world, { authorization: `Bearer ${token}` });

/** A browser: it has the cookie, and says where a request was started. */
export const withCookie = (world: World, token: string, headers: Record<string, string> = {}): Actor =>
  new Actor(world, { cookie: `theme=dark; svc_admin_token=${token}`, ...headers });

export interface SignedInAdmin extends Actor {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** An admin who signed in over HTTP, so that its session is in the database. */
export async function signedInAs(world: World, role: string, options: AdminOptions = {}): Promise<SignedInAdmin> {
  const { id, email } = await makeAdminActor(world, role, options);
  const { body } = await signIn(world, { email });
  return Object.assign(withToken(world, body.access_token), { id, email, token: body.access_token });
}

/** What an authenticator app shows at the database's time, or so many steps of 30 seconds away from it. */
export async function otpCode(world: World, secret: string, steps = 0): Promise<string> {
  return codeAt(secret, stepAt(await clock(world.database.db)) + steps);
}

/** Sets up a second factor with the code of the step before, so that this step's is still unused. */
export async function setUpSecondFactor(
  world: World,
  admin: Actor,
  known = password,
): Promise<{ secret: string; recovery: string[] }> {
  const { body } = await admin.post<{ secret: string }>('/admin/auth/totp/enroll', { password: known });
  const otp = await otpCode(world, body.secret, -1);
  const confirmed = await admin.post<{ recoveryCodes: string[] }>('/admin/auth/totp/confirm', { otp });
  return { secret: body.secret, recovery: confirmed.body.recoveryCodes };
}

/** Stops the clock of the world now, and moves it by the second from there. */
export async function stoppedClock(world: World): Promise<(seconds: number) => Promise<void>> {
  const start = Date.now();
  const moveTo = (seconds: number) => world.clock.stopAt(new Date(start + seconds * 1000).toISOString());
  await moveTo(0);
  return moveTo;
}
