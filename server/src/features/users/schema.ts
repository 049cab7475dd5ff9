import { type Static, Type } from 'typebox';
import { Country, Id, Int, messageFor, nameText, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { shortestPassword, statusAt, statuses } from './rules.ts';

export const Streak = Type.Object(
  { current: Int(), longest: Int(), lastClaimDate: nullable(Type.String({ format: 'date' })) },
  { title: 'Streak' },
);

export const PushPrefs = Type.Object(
  { drops: Type.Boolean(), marketing: Type.Boolean(), moderation: Type.Boolean() },
  { title: 'PushPrefs' },
);

export const Me = Type.Object(
  {
    id: Id,
    email: nullable(Type.String()),
    phoneE164: nullable(Type.String()),
    displayName: nullable(Type.String()),
    avatarUrl: nullable(Type.String()),
    countryCode: nullable(Type.String()),
    language: nullable(Type.String()),
    isGuest: Type.Boolean(),
    status: oneOf(statuses),
    streak: Streak,
    pushPrefs: PushPrefs,
    createdAt: Timestamp,
  },
  { title: 'Me' },
);

export const SignedInUser = Type.Object({ access_token: Type.String(), user: Me }, { title: 'SignedInUser' });

export const SignedInGuest = Type.Object(
  {
    access_token: Type.String(),
    user: Me,
    deviceSecret: Type.Optional(
      Type.String({
        description: 'Returned only when a guest is created; signs the device in as the same guest again',
      }),
    ),
  },
  { title: 'SignedInGuest' },
);

/** An elapsed suspension is shown as active before that is stored. */
export const showMe = (row: UserRow, now: Date) => ({ ...row, status: statusAt(row, now) });

const short = Type.String({ maxLength: 100 });
/** The language of the phone; the app uses the nearest available one. */
const Language = Type.String({
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$',
  maxLength: 100,
  ...messageFor('must be a language such as ar or ar-EG'),
});
const Phone = Type.String({
  pattern: '^\\+[1-9]\\d{6,14}$',
  ...messageFor('must be a phone number such as +6281234567890'),
});
const AvatarUrl = Type.String({
  maxLength: 2000,
  pattern: '^https://',
  ...messageFor('must be an address that begins with https://'),
});
const DisplayName = nameText(80);

export const GuestBody = Type.Object({
  deviceId: Type.String({ minLength: 1, maxLength: 200 }),
  deviceSecret: Type.Optional(
    Type.String({
      maxLength: 200,
      description: '`deviceSecret` of the first response; without it a new guest is created',
    }),
  ),
  platform: Type.Optional(short),
  countryCode: Type.Optional(Country),
  language: Type.Optional(Language),
  appVersion: Type.Optional(short),
  osVersion: Type.Optional(short),
  model: Type.Optional(short),
});

export const RegisterBody = Type.Object({
  email: Type.String({ format: 'email', maxLength: 254 }),
  password: Type.String({ maxLength: 1000, description: `${shortestPassword} to 128 characters` }),
  displayName: Type.Optional(DisplayName),
  phoneE164: Type.Optional(Phone),
  countryCode: Type.Optional(Country),
  language: Type.Optional(Language),
});

export const UserLoginBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
});

export const IdTokenBody = Type.Object({
  provider: Type.String({ maxLength: 40, description: 'A name of `USER_OIDC_PROVIDERS`' }),
  idToken: Type.String({ minLength: 1, maxLength: 10_000 }),
  nonce: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Required if the token has one: the same, or the value whose SHA-256 in hex it has',
    }),
  ),
  countryCode: Type.Optional(Country),
  language: Type.Optional(Language),
});

export const UpdateMeBody = Type.Object({
  displayName: Type.Optional(nullable(DisplayName)),
  avatarUrl: Type.Optional(nullable(AvatarUrl)),
  language: Type.Optional(nullable(Language)),
  countryCode: Type.Optional(nullable(Country)),
});

export const StreakClaim = Type.Object(
  {
    current: Int(),
    longest: Int(),
    lastClaimDate: nullable(Type.String({ format: 'date' })),
    claimed: Type.Boolean({ description: 'Whether this request counted; the first of a UTC day does' }),
  },
  { title: 'StreakClaim' },
);

export interface UserRow extends Static<typeof Me> {
  authProvider: string;
  suspendedUntil: Date | null;
  suspendReason: string | null;
  banReason: string | null;
  tokenVersion: number;
  commentingSuspended: boolean;
  revision: number;
  lastSeenAt: Date | null;
  /** When the account is deleted, unless the user signs in before. */
  deletesAt: Date | null;
}
