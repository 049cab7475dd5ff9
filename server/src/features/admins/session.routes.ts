import { Type } from 'typebox';
import { invalidTransition, notFound } from '../../kit/errors.ts';
import type { Endpoint, Headers } from '../../kit/http/endpoint.ts';
import { publicEndpoint } from '../../kit/http/endpoints.ts';
import { Id, pageOf } from '../../kit/http/schema.ts';
import {
  adminDisabled,
  adminEndpoint,
  adminPasswords,
  invalidCredentials,
  listSessions,
  mustBeStrong,
  weakPassword,
} from '../access/public.ts';
import { verifyCode, verifyPassword, verifySignIn } from './actions/proof.ts';
import { confirm, disable, enroll, stepUp } from './actions/second-factor.ts';
import { changePassword, endSession, type Keys, signIn, signOut } from './actions/sign-in.ts';
import { otpRequired } from './errors.ts';
import { shortestPassword } from './public.ts';
import { ChangePasswordBody, EnrollBody, LoginBody, OtpBody, Session, SignedIn } from './session.schema.ts';

const agentOf = (headers: Headers): string | null => {
  const agent = headers['user-agent'];
  return typeof agent === 'string' ? agent : null;
};

/** Open to one who has yet to reset a password or set up a second factor: without these there would be no way out. */
const whateverIsDue = ['password_reset', 'second_factor'];

export const sessionRoutes = (keys: Keys): Endpoint[] => [
  ...signInRoutes(keys),
  ...ownSessionRoutes,
  ...secondFactorSetup(keys),
  ...secondFactorUse(keys),
];

const signInRoutes = (keys: Keys): Endpoint[] => [
  publicEndpoint({
    method: 'POST',
    url: '/admin/auth/login',
    access: 'anyone',
    countedBy: 'email',
    strict: true,
    summary: 'Sign in as an admin',
    description:
      'Sets the cookie `svc_admin_token` besides. Ten failures in 15 minutes for one email and address: 429.',
    body: LoginBody,
    reply: SignedIn,
    errors: [invalidCredentials, adminDisabled, otpRequired],
    example: { body: { email: 'root@example.com', password: 'a quiet harbour at dawn' } },
    prepare: async (io) => ({ proven: await verifySignIn(io, keys, io.body), userAgent: agentOf(io.headers) }),
    run: (ctx, { prepared }) => signIn(ctx, keys, prepared.proven, prepared.userAgent),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/auth/change-password',
    access: 'signed_in',
    allowedWhile: whateverIsDue,
    dryRun: false,
    summary: 'Replace one’s own password',
    description: 'Ends every other session; the answer holds a new token.',
    body: ChangePasswordBody,
    reply: SignedIn,
    errors: [invalidCredentials, weakPassword],
    example: { body: { currentPassword: 'a quiet harbour at dawn', newPassword: 'the lamp burns until noon' } },
    prepare: async (io) => {
      const { currentPassword, newPassword } = io.body;
      const proven = await verifyPassword(io, io.caller.id, currentPassword);
      mustBeStrong(newPassword, { email: proven.email, shortest: shortestPassword }, currentPassword);
      return { proven, passwordHash: await adminPasswords.hash(newPassword, io.ip), userAgent: agentOf(io.headers) };
    },
    run: (ctx, { prepared: { proven, passwordHash, userAgent } }) =>
      changePassword(ctx, keys, proven, passwordHash, { userAgent, secondFactor: false }),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/auth/logout',
    access: 'signed_in',
    allowedWhile: whateverIsDue,
    dryRun: false,
    status: 204,
    summary: 'Sign out: this token is worthless from now on',
    description: 'Ends this session alone, on every process, and clears the cookie.',
    run: (ctx) => signOut(ctx, keys),
  }),
];

const ownSessionRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/auth/sessions',
    access: 'signed_in',
    summary: 'List one’s own sessions',
    description: 'Those that have neither ended nor run out, all on one page; `current` marks the one that asks.',
    reply: pageOf(Session),
    run: async ({ db, caller, now }) => {
      const rows = await listSessions(db, caller.id, now);
      return { items: rows.map((row) => ({ ...row, current: row.id === caller.session.id })), nextCursor: null };
    },
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/auth/sessions/:id',
    access: 'signed_in',
    dryRun: false,
    status: 204,
    summary: 'End one of one’s own sessions',
    description: 'Its token is refused from the next request on. A session of somebody else is not found.',
    params: { id: Id },
    errors: [notFound],
    example: { params: { id: '01930000-0000-7000-8000-0000000000e1' } },
    run: (ctx, { params }) => endSession(ctx, params.id),
  }),
];

const secondFactorSetup = (keys: Keys): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/auth/totp/enroll',
    access: 'signed_in',
    allowedWhile: ['second_factor'],
    dryRun: false,
    summary: 'Begin to set up a second factor',
    description: 'Takes the password: an open session alone must not be enough to lock its admin out.',
    body: EnrollBody,
    reply: Type.Object({ secret: Type.String(), otpauthUrl: Type.String() }),
    errors: [invalidCredentials, invalidTransition],
    example: { body: { password: 'a quiet harbour at dawn' } },
    prepare: (io) => verifyPassword(io, io.caller.id, io.body.password),
    run: (ctx, { prepared }) => enroll(ctx, keys, prepared),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/auth/totp/confirm',
    access: 'signed_in',
    allowedWhile: ['second_factor'],
    dryRun: false,
    summary: 'Turn the second factor on with a first code',
    description: 'Answers ten recovery codes, each good for one sign-in. They are shown this once.',
    body: OtpBody,
    reply: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    errors: [invalidCredentials, invalidTransition],
    prepare: (io) => verifyCode(io, keys, io.caller, 'enrolled', io.body.otp),
    run: (ctx, { prepared }) => confirm(ctx, prepared),
  }),
];

const secondFactorUse = (keys: Keys): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/auth/totp/disable',
    access: 'signed_in',
    allowedWhile: ['second_factor'],
    dryRun: false,
    status: 204,
    summary: 'Turn the second factor off',
    description: 'Takes a code or a recovery code. The recovery codes that are left are worthless from then on.',
    body: OtpBody,
    errors: [invalidCredentials, invalidTransition],
    prepare: (io) => verifyCode(io, keys, io.caller, 'confirmed', io.body.otp),
    run: (ctx, { prepared }) => disable(ctx, prepared),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/auth/step-up',
    access: 'signed_in',
    allowedWhile: ['second_factor'],
    dryRun: false,
    status: 204,
    summary: 'Show the second factor again, for the actions that want it fresh',
    description:
      'Counts for this session and for 15 minutes. Failures count for the account, and too many are answered with 429.',
    body: OtpBody,
    errors: [invalidCredentials, invalidTransition],
    prepare: (io) => verifyCode(io, keys, io.caller, 'confirmed', io.body.otp),
    run: (ctx, { prepared }) => stepUp(ctx, prepared),
  }),
];
