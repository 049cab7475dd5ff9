import { type Static, Type } from 'typebox';
import { Country, Day, Id, Int, listQuery, Moment, nullable, oneOf, pageOf, Timestamp } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { hasPermission } from '../access/public.ts';
import { Strike } from '../comments/public.ts';
import { Subject } from '../ledger/public.ts';
import { CurrentSubscription } from '../subscriptions/public.ts';
import { PushPrefs, type StatusFields, Streak, statusAt, statuses, userMoves } from '../users/public.ts';
import { adjust, comp, sorts } from './rules.ts';

export const exampleUser = { id: '01930000-0000-7000-8000-000000000011' };

const listItem = {
  id: Id,
  email: nullable(Type.String()),
  phoneE164: nullable(Type.String()),
  displayName: nullable(Type.String()),
  countryCode: nullable(Type.String()),
  language: nullable(Type.String()),
  isGuest: Type.Boolean(),
  status: oneOf(statuses),
  balanceTotal: Int(),
  totalSpendCents: Int(),
  lastSeenAt: nullable(Timestamp),
  createdAt: Timestamp,
  allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
};

const LastDevice = Type.Object(
  { platform: nullable(Type.String()), model: nullable(Type.String()) },
  { description: 'For a guest: the most recently used device' },
);

export const UserListItem = Type.Object({ ...listItem, device: nullable(LastDevice) }, { title: 'UserListItem' });
export const UserPage = pageOf(UserListItem, { total: Int() });

const Device = Type.Object(
  {
    id: Id,
    deviceId: nullable(Type.String()),
    platform: nullable(Type.String()),
    appVersion: nullable(Type.String()),
    osVersion: nullable(Type.String()),
    model: nullable(Type.String()),
    lastIp: nullable(Type.String()),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
  },
  { title: 'Device' },
);

export const UserDetail = Type.Object(
  {
    ...listItem,
    avatarUrl: nullable(Type.String()),
    authProvider: Type.String(),
    suspendedUntil: nullable(Timestamp),
    suspendReason: nullable(Type.String()),
    banReason: nullable(Type.String()),
    tokenVersion: Int(),
    balancePaid: Int(),
    balanceBonus: Int(),
    unlocksCount: Int(),
    streak: Streak,
    pushPrefs: PushPrefs,
    pushDevices: Type.Integer({ description: 'Number of devices that receive pushes' }),
    commentingSuspended: Type.Boolean(),
    deletesAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the account is deleted at the request of the user, unless they sign in before',
      }),
    ),
    devices: Type.Array(Device),
    subscriptions: Type.Array(CurrentSubscription),
    strikes: Type.Array(Strike),
    revision: Int(),
  },
  { title: 'UserDetail' },
);

export const UserStatus = Type.Object(
  {
    id: Id,
    status: oneOf(statuses),
    suspendedUntil: nullable(Timestamp),
    suspendReason: nullable(Type.String()),
    banReason: nullable(Type.String()),
    allowed: listItem.allowed,
  },
  { title: 'UserStatus', additionalProperties: false },
);

export interface Viewer {
  permissions: readonly string[];
}

/** The moves of the workflow, and other actions. */
export function allowedFor(user: StatusFields & { isGuest: boolean }, now: Date, viewer: Viewer): string[] {
  const status = statusAt(user, now);
  const can = (permission: string) => hasPermission(viewer.permissions, permission);
  const adjustable = status === 'active' || status === 'suspended';
  return [
    ...allowedMoves(userMoves, status, can),
    ...(adjustable && can('wallet:adjust') ? ['adjust'] : []),
    ...(can('users:ban') ? ['logout_all'] : []),
    ...(adjustable && !user.isGuest && can('users:ban') ? ['comp_subscription'] : []),
    ...(can('users:read') ? ['note'] : []),
  ];
}

const Reason = Type.String({ minLength: 3, maxLength: 200, pattern: '\\S' });

export const AdjustBody = Type.Object({
  amount: Int({ minimum: adjust.least, maximum: adjust.most }),
  direction: oneOf(['grant', 'deduct']),
  reason: Reason,
  note: Type.Optional(Type.String({ maxLength: 500 })),
});

export const Applied = Type.Object(
  { kind: oneOf(['applied']), eventId: Id, balanceTotal: Int() },
  { title: 'AdjustmentApplied' },
);

/** A reason of an admin. */
export const Words = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

export const SuspendBody = Type.Object({ reason: Words, until: Type.Optional(nullable(Moment)) });
export const BanBody = Type.Object({ reason: Words });
export const ReactivateBody = Type.Object({ note: Words });
export const CompBody = Type.Object({
  days: Int({ minimum: 1, maximum: comp.mostDays }),
  productId: Type.String({ minLength: 1, maxLength: 100 }),
  reason: Words,
});

export const CompProduct = Type.Object(
  {
    id: Id,
    productId: Type.String({ description: 'Value for `productId` of comp-subscription' }),
    name: Type.String(),
    periodDays: Int(),
    unlocksAll: Type.Boolean({ description: 'Whether it gives access to all episodes while active' }),
  },
  { title: 'CompProduct' },
);

export const CompLimit = Type.Object(
  {
    countedDays: Type.Integer({ description: 'Number of past days over which `givenDays` is counted' }),
    givenDays: Type.Integer({
      description: 'Free subscription days given to the user in that time, by any admin',
    }),
    limitDays: nullable(Type.Integer({ description: 'Days that need no approval; null for no limit' })),
    leftDays: nullable(Type.Integer({ description: 'Rest of `limitDays`; more than that needs approval' })),
  },
  { title: 'CompLimit' },
);

export const LogoutAll = Type.Object({ tokenVersion: Int() }, { title: 'LoggedOut' });

export const Note = Type.Object(
  {
    id: Id,
    body: Type.String(),
    admin_email: Type.String(),
    admin_name: Type.String({ description: 'Current name of the author' }),
    created_at: Timestamp,
  },
  { title: 'UserNote' },
);
export const NoteBody = Type.Object({ body: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }) });

export const TimelineItem = Type.Object(
  {
    id: Type.String(),
    type: Type.String({ description: 'coins, note, subscription, watch, admin, …' }),
    at: Timestamp,
    title: Type.String(),
    data: Type.Object({ subject: Type.Optional(Subject) }, { additionalProperties: true }),
  },
  { title: 'TimelineItem' },
);

export const userListQuery = {
  ...listQuery,
  q: Type.Optional(
    Type.String({
      maxLength: 254,
      description:
        'A user id, a complete device id (with or without the prefix `device:`), four or more digits of a phone number (also in its national form, with a leading 0), or any part of an email or name. Arabic names match without diacritics, with variants of alef, hamza, taa marbuta and yaa, and with Abd joined to or separated from the following name',
    }),
  ),
  status: Type.Optional(oneOf(statuses)),
  guest: Type.Optional(oneOf(['guest', 'registered'])),
  country: Type.Optional(Country),
  createdFrom: Type.Optional(Day),
  createdTo: Type.Optional(Day),
  sort: Type.Optional(oneOf(sorts)),
  order: Type.Optional(oneOf(['asc', 'desc'])),
};

export const GrantsToday = Type.Object(
  {
    grantedCoins: Type.Integer({ description: 'Coins that the caller has granted without approval' }),
    dailyLimitCoins: nullable(
      Type.Integer({ description: 'Limit above which a grant needs approval; null for no limit' }),
    ),
    approvalAboveCoins: Type.Integer({ description: 'A grant above this needs approval' }),
    userCapCoins: nullable(Type.Integer({ description: 'Cap per user; null if the caller has none' })),
    users: Type.Array(
      Type.Object({
        id: Id,
        label: nullable(Type.String({ description: 'Name or email; null without `users:read`' })),
        countryCode: nullable(Type.String({ description: 'Country of the user; null without `users:read`' })),
        grantedCoins: Type.Integer({ description: 'Coins that the caller has granted to this user without approval' }),
        usedCoins: Type.Integer({
          description:
            'Used part of the daily cap of this user by grants of all admins, including approved ones; at most the cap',
        }),
        leftCoins: Int(),
      }),
      {
        description:
          'The users to whom the caller has granted coins, most recent first, at most 20; or the requested one',
      },
    ),
  },
  { title: 'GrantsToday' },
);

export type NoteRow = Static<typeof Note>;
