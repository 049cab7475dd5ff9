import type { Static } from 'typebox';
import { invalidTransition, notFound, refuse, refuseField, unavailable } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { publicEndpoint } from '../../kit/http/endpoints.ts';
import { JsonText } from '../../kit/http/response.ts';
import type { Tokens } from '../../kit/tokens.ts';
import {
  emailTaken,
  invalidCredentials,
  invalidToken,
  mustBeStrong,
  tokenRevoked,
  unauthorized,
  userPasswords,
  weakPassword,
} from '../access/public.ts';
import {
  claimStreaks,
  register,
  signInGuests,
  signInProven,
  signInWith,
  signOut,
  updateMe,
  verifyUser,
} from './actions.ts';
import { identityTaken, invalidIdToken } from './errors.ts';
import type { IdTokens } from './gateways.ts';
import { type Identify, userEndpoint } from './guard.ts';
import { shortestPassword } from './rules.ts';
import {
  GuestBody,
  IdTokenBody,
  Me,
  RegisterBody,
  SignedInGuest,
  SignedInUser,
  StreakClaim,
  showMe,
  UpdateMeBody,
  UserLoginBody,
} from './schema.ts';
import { ownAccount } from './sql.ts';
import { statusRefusals } from './status.ts';

/** The guest to convert; registered users are refused. */
async function guestOf(identify: Identify, request: Parameters<Identify>[0]) {
  const { caller } = await identify(request);
  return caller.isGuest ? caller : refuse(invalidTransition, { currentState: 'registered', allowed: [] });
}

/** Verifies an ID token before the transaction begins, because the keys of its provider may have to be read. */
async function provenIdentity(idTokens: IdTokens, { provider, ...given }: Static<typeof IdTokenBody>) {
  if (!idTokens.providers.includes(provider)) {
    return refuseField('provider', 'is not a configured provider');
  }
  const identity = await idTokens.verify(provider, given);
  if (identity === 'unavailable') return refuse(unavailable);
  return 'fault' in identity ? refuse(invalidIdToken, { reason: identity.fault }) : identity;
}

const signInRoutes = (tokens: Tokens, identify: Identify): Endpoint[] => [
  publicEndpoint.batchedWrite({
    method: 'POST',
    url: '/auth/guest',
    access: 'anyone',
    countedBy: 'deviceId',
    status: 201,
    summary: 'Sign in as a guest',
    description:
      'With the `deviceSecret` of its first sign-in a device gets the same guest; without it a new guest is created. A secret that is wrong, or belongs to a guest who has registered since, is 401 `invalid_credentials`, and no guest is created.',
    body: GuestBody,
    reply: SignedInGuest,
    errors: [invalidCredentials, ...statusRefusals],
    example: { body: { deviceId: 'a1b2c3', platform: 'android', countryCode: 'ID', language: 'id' } },
    // Requests with the same secret are for the same guest; new guests are independent.
    batchKey: ({ body, causeId }) => body.deviceSecret ?? causeId,
    run: (ctx, requests) => signInGuests(ctx, tokens, requests),
  }),
  publicEndpoint({
    method: 'POST',
    url: '/auth/register',
    access: 'anyone',
    countedBy: 'email',
    status: 201,
    summary: 'Register a user',
    description:
      'With the token of a guest, the guest becomes a registered user and keeps everything; earlier tokens of the guest are revoked. Without a token a new user is created; with the token of a registered user: 400 `invalid_transition`.',
    body: RegisterBody,
    reply: SignedInUser,
    errors: [emailTaken, weakPassword, invalidTransition, unauthorized, invalidToken, tokenRevoked, ...statusRefusals],
    example: { body: { email: 'layla@example.com', password: 'moonlit ferry 12', displayName: 'Layla' } },
    prepare: async ({ body, headers, ip, requestId }) => {
      const guest = headers.authorization === undefined ? undefined : await guestOf(identify, { headers, requestId });
      mustBeStrong(body.password, { email: body.email, shortest: shortestPassword });
      return { guest, passwordHash: await userPasswords.hash(body.password, ip) };
    },
    queueBy: (_params, _db, { guest }) => guest?.id,
    run: (ctx, { body, prepared: { passwordHash, guest } }) => register(ctx, tokens, body, passwordHash, guest),
  }),
  publicEndpoint({
    method: 'POST',
    url: '/auth/login',
    access: 'anyone',
    countedBy: 'email',
    summary: 'Sign in with email and password',
    description:
      'The token is valid for 30 days. An unknown email and a wrong password get the same response; ten failures in 15 minutes per email and address: 429.',
    body: UserLoginBody,
    reply: SignedInUser,
    errors: [invalidCredentials, ...statusRefusals],
    example: { body: { email: 'viewer@example.com', password: 'a quiet harbour at dawn' } },
    prepare: (io) => verifyUser(io, io.body),
    run: (ctx, { prepared }) => signInProven(ctx, tokens, prepared),
  }),
  userEndpoint({
    method: 'POST',
    url: '/auth/logout',
    access: 'signed_in',
    status: 204,
    summary: 'Sign out',
    description: 'Revokes this token; tokens on other devices stay valid.',
    run: (ctx) => signOut(ctx),
  }),
];

const idTokenRoute = (tokens: Tokens, identify: Identify, idTokens: IdTokens): Endpoint =>
  publicEndpoint({
    method: 'POST',
    url: '/auth/token',
    access: 'anyone',
    summary: 'Sign in with an ID token',
    description:
      'For users of an OpenID Connect provider of `USER_OIDC_PROVIDERS`; they are known by issuer and subject, never by email. With the token of a guest, the guest becomes a registered user and keeps everything; with the token of a registered user, the provider is another way to sign in. If the identity belongs to another user: 409 `identity_taken`; call again without a token to sign in as that user. The email is stored only if the provider has verified it and no other user has it.',
    body: IdTokenBody,
    reply: SignedInUser,
    errors: [invalidIdToken, identityTaken, unavailable, unauthorized, invalidToken, tokenRevoked, ...statusRefusals],
    prepare: async ({ body, headers, requestId }) => {
      const identity = await provenIdentity(idTokens, body);
      const signedIn = headers.authorization === undefined ? undefined : await identify({ headers, requestId });
      return { identity, caller: signedIn?.caller };
    },
    queueBy: (_params, _db, { caller }) => caller?.id,
    run: (ctx, { body, prepared }) => signInWith(ctx, tokens, { ...prepared, profile: body }),
  });

const meRoutes: Endpoint[] = [
  userEndpoint({
    method: 'GET',
    url: '/me',
    access: 'signed_in',
    summary: 'Read one’s own account',
    description: 'Profile, push preferences and the streak, which is 0 once a whole UTC day was missed.',
    reply: Me,
    errors: [notFound],
    callerValue: ownAccount,
    run: async (_ctx, { callerValue }) => {
      const account = callerValue ?? refuse(notFound);
      const end = account.indexOf(' ');
      return new JsonText(account.slice(end + 1), Number(account.slice(0, end)));
    },
  }),
  userEndpoint({
    method: 'PUT',
    url: '/me',
    access: 'signed_in',
    summary: 'Edit one’s own account',
    description: 'Omitted fields are unchanged; `null` clears nullable fields. Returns the whole account.',
    body: UpdateMeBody,
    ifMatch: true,
    reply: Me,
    errors: [notFound],
    example: { body: { displayName: 'Layla', language: 'ar' } },
    run: async (ctx, { body }) => showMe(await updateMe(ctx, body), ctx.now),
  }),
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/me/streak/claim',
    access: 'signed_in',
    summary: 'Claim the streak for today',
    description:
      'Counts once per UTC day; `claimed` is false if today was claimed before. A missed day resets the streak.',
    reply: StreakClaim,
    errors: [notFound],
    run: claimStreaks,
  }),
];

export const userRoutes = (tokens: Tokens, identify: Identify, idTokens: IdTokens): Endpoint[] => [
  ...signInRoutes(tokens, identify),
  idTokenRoute(tokens, identify, idTokens),
  ...meRoutes,
];
