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
import { ChangePasswordBody, EnrollBody, LoginBody, OtpBody, Session, SignedIn } from './schema.ts';

const agentOf = (headers: Headers): string | null => {
  const agent = headers['user-agent'];
  return typeof agent === 'string' ? agent : null;
};

/** Without these an admin who must reset the password or set up a second factor would be locked out. */
const exemptFromAll = ['password_reset', 'second_factor'];

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
    description: 'Also sets the cookie `svc_admin_token`. Ten failures in 15 minutes per email and address: 429.',
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
    exemptFrom: exemptFromAll,
    dryRun: false,
    summary: 'Change one’s own password',
    description: 'Ends all other sessions; the response contains a new token.',
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
    exemptFrom: exemptFromAll,
    dryRun: false,
    status: 204,
    summary: 'Sign out',
    description: 'Ends this session on all processes and clears the cookie.',
    run: (ctx) => signOut(ctx, keys),
  }),
];

const ownSessionRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/auth/sessions',
    access: 'signed_in',
    summary: 'List one’s own sessions',
    description: 'Active sessions, on a single page; `current` marks the one of this request.',
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
    description: 'Its token is rejected from the next request on. A session of another admin is 404.',
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
    exemptFrom: ['second_factor'],
    dryRun: false,
    summary: 'Start the setup of a second factor',
    description: 'Requires the password, so that an unattended session cannot lock its admin out.',
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
    exemptFrom: ['second_factor'],
    dryRun: false,
    summary: 'Enable the second factor with a first code',
    description: 'Returns ten single-use recovery codes, which are shown only once.',
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
    exemptFrom: ['second_factor'],
    dryRun: false,
    status: 204,
    summary: 'Disable the second factor',
    description: 'Requires a code or a recovery code. The remaining recovery codes become invalid.',
    body: OtpBody,
    errors: [invalidCredentials, invalidTransition],
    prepare: (io) => verifyCode(io, keys, io.caller, 'confirmed', io.body.otp),
    run: (ctx, { prepared }) => disable(ctx, prepared),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/auth/step-up',
    access: 'signed_in',
    exemptFrom: ['second_factor'],
    dryRun: false,
    status: 204,
    summary: 'Confirm the second factor for sensitive actions',
    description: 'Valid for this session and 15 minutes. Failures count for the account; too many give 429.',
    body: OtpBody,
    errors: [invalidCredentials, invalidTransition],
    prepare: (io) => verifyCode(io, keys, io.caller, 'confirmed', io.body.otp),
    run: (ctx, { prepared }) => stepUp(ctx, prepared),
  }),
];
