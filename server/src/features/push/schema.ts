import { type Static, Type } from 'typebox';
import {
  Country,
  Id,
  type InLanguages,
  Int,
  Moment,
  messageFor,
  nameText,
  nullable,
  oneOf,
  Timestamp,
  Translations,
} from '../../kit/http/schema.ts';
import { zoneOf } from '../../kit/market-time.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { hasPermission } from '../access/public.ts';

import { deviceKinds, type PhoneKind, type PushInfo, pushModes } from './gateways.ts';
import {
  type CampaignStatus,
  type Category,
  campaignMoves,
  campaignStatuses,
  categories,
  countsOf,
  isEditable,
  longestBody,
  longestTitle,
  messageStatuses,
  mostData,
  type Outcome,
  outcomes,
  statusOf,
  targetOf,
} from './rules.ts';

interface Viewer {
  readonly permissions: readonly string[];
}

const Waiting = Type.Object({
  market: nullable(Type.String({ description: 'Null: without a market' })),
  users: Int(),
  until: Timestamp,
  timeZone: Type.String(),
});

export const AudienceCount = Type.Object(
  {
    users: Int(),
    devices: Int(),
    timeZone: Type.String({
      description: 'Time zone of the market in which most of its population lives; UTC for all markets',
    }),
    languages: Type.Array(Type.Object({ language: nullable(Type.String()), users: Int() }), {
      description: 'By language, without its region, most users first; null: unknown',
    }),
    waiting: Type.Array(Waiting, {
      description: 'Users in quiet hours at `sendAt`, or now: their messages wait until these end',
    }),
  },
  { title: 'PushAudience' },
);

const counts = { queued: Int(), waiting: Int(), delivered: Int(), failed: Int(), skipped: Int(), cancelled: Int() };

export const Campaign = Type.Object(
  {
    id: Id,
    titleI18n: Translations,
    bodyI18n: Translations,
    category: oneOf(categories),
    segmentId: nullable(Id),
    segment: nullable(Type.Object({ id: Id, name: Type.String() })),
    market: nullable(Type.String()),
    link: nullable(Type.String({ description: 'What the app opens: `/series/:slug`, `/episodes/:id` or `/store`' })),
    opens: nullable(
      Type.Object(
        {
          type: oneOf(['series', 'episode', 'store']),
          ...{ id: nullable(Id), title: nullable(Type.String()), titleI18n: nullable(Translations) },
        },
        { description: 'What `link` leads to; `id` is null if it no longer exists, and of the store' },
      ),
    ),
    pictureAssetId: nullable(Id),
    pictureUrl: nullable(Type.String()),
    data: Type.Record(Type.String(), Type.String(), { description: 'Passed to the app' }),
    timeZone: Type.String({
      description: 'Time zone of the market in which most of its population lives; UTC for all markets',
    }),
    sendAt: nullable(Timestamp),
    status: oneOf(campaignStatuses),
    audience: nullable(
      Type.Object(
        { users: Int(), devices: Int() },
        {
          description:
            'Estimate made when the campaign was sent or last edited; null before. Recipients are determined at the time of sending',
        },
      ),
    ),
    counts: Type.Object(counts, { description: 'Numbers of messages, one per device' }),
    outcomes: Type.Array(Type.Object({ outcome: oneOf(outcomes), messages: Int() })),
    createdBy: Type.Object({ id: Id, name: Type.String() }),
    startedAt: nullable(Timestamp),
    finishedAt: nullable(Timestamp),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'PushCampaign' },
);

function opensOf({ link, linkId: id, linkTitle: title, linkTitleI18n: titleI18n }: CampaignRow) {
  const type = link === null ? undefined : targetOf(link)?.type;
  return type ? { type, id, title, titleI18n } : null;
}

export function showCampaign(row: CampaignWithPicture, { permissions }: Viewer) {
  const { segmentName, audienceUsers: users, audienceDevices: devices, queued, ended, ...rest } = row;
  const { linkId: _id, linkTitle: _title, linkTitleI18n: _titles, linkSeries: _series, ...campaign } = rest;
  const has = (permission: string) => hasPermission(permissions, permission);
  const edits = has('push:write') && isEditable(row.status) ? ['update', 'test'] : [];
  return {
    ...campaign,
    segment: row.segmentId === null || segmentName === null ? null : { id: row.segmentId, name: segmentName },
    opens: opensOf(row),
    timeZone: zoneOf(row.market),
    audience: users === null || devices === null ? null : { users, devices },
    counts: countsOf(queued, ended),
    outcomes: outcomes.flatMap((outcome) => (ended[outcome] ? [{ outcome, messages: ended[outcome] }] : [])),
    allowed: [...edits, ...allowedMoves(campaignMoves, row.status, has)],
  };
}

export const campaignQuery = {
  status: Type.Optional(oneOf(campaignStatuses)),
  category: Type.Optional(oneOf(categories)),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the title, in any language' }),
  ),
};

const Title = nameText(longestTitle);
const Body = nameText(longestBody);
const optional = { title: Type.Optional(nullable(Title)), body: Type.Optional(nullable(Body)) };
const Reference = Type.Optional(nullable(Type.String({ maxLength: 100 })));
const Market = Type.Optional(nullable(Country));
const when = Type.Optional(nullable(Moment));
const extras = {
  link: Type.Optional(
    nullable(
      Type.String({
        maxLength: 300,
        description: 'What the app opens: `/series/:slug`, `/episodes/:id` or `/store`',
      }),
    ),
  ),
  pictureAssetId: Type.Optional(nullable(Type.String({ maxLength: 100, description: 'A poster or hero image' }))),
  data: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,39}$' }), Type.String({ maxLength: 300 }), {
      additionalProperties: false,
      maxProperties: mostData,
      description: 'Passed to the app, at most 1,000 bytes of JSON; replaces the whole object',
    }),
  ),
};

export const CreateCampaignBody = Type.Object({
  titleI18n: Type.Object({ en: Title, ar: optional.title, id: optional.title }),
  bodyI18n: Type.Object({ en: Body, ar: optional.body, id: optional.body }),
  category: oneOf(categories),
  segmentId: Reference,
  market: Market,
  sendAt: when,
  ...extras,
});
const merged = { description: 'Omitted languages are unchanged; `null` removes one' };
export const UpdateCampaignBody = Type.Object({
  titleI18n: Type.Optional(Type.Object({ en: optional.title, ar: optional.title, id: optional.title }, merged)),
  bodyI18n: Type.Optional(Type.Object({ en: optional.body, ar: optional.body, id: optional.body }, merged)),
  category: Type.Optional(oneOf(categories)),
  segmentId: Reference,
  market: Market,
  sendAt: when,
  ...extras,
});
export const AudienceBody = Type.Object({
  category: oneOf(categories),
  segmentId: Reference,
  market: Market,
  sendAt: when,
});
export const Results = Type.Object(
  {
    users: Type.Array(
      Type.Object({
        market: nullable(Type.String()),
        language: nullable(Type.String()),
        ...{ delivered: Int(), opened: Int(), started: Int(), unlocked: Int() },
      }),
      {
        description:
          'Numbers of users by their market and language when they were sent to; `started` and `unlocked` an episode within a day after opening the message',
      },
    ),
    waiting: Type.Array(Waiting, { description: 'Users whose messages wait for the end of quiet hours' }),
  },
  { title: 'PushResults' },
);
export const OpenBody = Type.Object({
  message: Type.String({ format: 'uuid', description: '`message` of the push that was opened' }),
});
export const TestBody = Type.Object({
  userId: Type.Optional(Type.String({ maxLength: 100, description: 'The recipient, by user id' })),
  email: Type.Optional(
    Type.String({ maxLength: 254, description: 'The recipient, by email; default: the user with the caller’s email' }),
  ),
});
export const Tested = Type.Object({ devices: Int() }, { title: 'PushTested' });

export const Message = Type.Object(
  {
    id: Id,
    user: Type.Object({
      id: Id,
      displayName: nullable(Type.String({ description: 'Requires `users:read`' })),
      isGuest: Type.Boolean(),
    }),
    isTest: Type.Boolean(),
    status: oneOf(messageStatuses),
    outcome: nullable(oneOf(outcomes)),
    responseStatus: nullable(Type.Integer({ description: 'Last HTTP status of the push service' })),
    attempts: Int(),
    nextAttemptAt: nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'PushMessage' },
);
export const messageQuery = { status: Type.Optional(oneOf(messageStatuses)) };

export function showMessage(row: MessageRow, { permissions }: Viewer) {
  const { userId, displayName, isGuest, nextAttemptAt, ...message } = row;
  return {
    ...message,
    user: { id: userId, displayName: hasPermission(permissions, 'users:read') ? displayName : null, isGuest },
    status: row.outcome === null ? ('waiting' as const) : statusOf[row.outcome],
    nextAttemptAt: row.outcome === null ? nextAttemptAt : null,
  };
}

const Hour = Int({ minimum: 0, maximum: 23 });
const Hours = Type.Object({ from: Hour, to: Hour });
const byMarket = { description: 'Markets with quiet hours of their own' };

export const Settings = Type.Object(
  {
    enabled: Type.Boolean({ description: 'False stops all pushes' }),
    dailyCap: Type.Integer({
      description: 'Maximum campaigns per user and UTC day; moderation messages are not counted',
    }),
    quietHours: Type.Object(
      { from: Hour, to: Hour, markets: Type.Record(Type.String(), Hours, byMarket) },
      { description: 'In the local time of each market; equal values mean no quiet hours' },
    ),
    mode: oneOf(pushModes, {
      description:
        '`live`: messages are sent; `log`: they are written to the log, because no push service is configured; `off`: nothing can be sent',
    }),
    kinds: Type.Array(oneOf(deviceKinds), {
      description: 'Kinds of devices that get messages: browsers and two kinds of phones',
    }),
    revision: Int(),
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String()),
  },
  { title: 'PushSettings' },
);
const MarketKey = Type.String({ pattern: '^[A-Za-z]{2}$', ...messageFor('must be the code of a country') });
export const SettingsBody = Type.Object({
  enabled: Type.Optional(Type.Boolean()),
  dailyCap: Type.Optional(Int({ minimum: 1, maximum: 100 })),
  quietHours: Type.Optional(
    Type.Object({
      from: Type.Optional(Hour),
      to: Type.Optional(Hour),
      markets: Type.Optional(
        Type.Record(MarketKey, Hours, { ...byMarket, additionalProperties: false, maxProperties: 300 }),
      ),
    }),
  ),
  reason: Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' })),
});

export const showSettings = (row: SettingsRow, { mode, kinds }: PushInfo, { permissions }: Viewer) => ({
  ...row,
  mode,
  kinds: [...kinds],
  allowed: hasPermission(permissions, 'push:write') ? ['update'] : [],
});

const Key = (bytes: number, what: string) =>
  Type.String({
    pattern: `^[A-Za-z0-9_\\-+/]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`,
    ...messageFor(`must be ${what} of ${bytes} bytes in base64url`),
  });
const WebSubscription = Type.Object(
  {
    kind: Type.Optional(oneOf(['web'])),
    endpoint: Type.String({ minLength: 10, maxLength: 1000 }),
    keys: Type.Object({ p256dh: Key(65, 'a public key'), auth: Key(16, 'a secret') }),
  },
  { description: 'A Web Push subscription from the browser' },
);
const phoneToken = <Kind extends PhoneKind>(kind: Kind, pattern: string, description: string) =>
  Type.Object(
    {
      kind: oneOf([kind]),
      token: Type.String({ pattern, ...messageFor('must be a registration token') }),
    },
    { description },
  );
const FcmToken = phoneToken('fcm', '^[A-Za-z0-9_:-]{20,1000}$', 'The registration token of an Android phone');
const ApnsToken = phoneToken('apns', '^(?:[0-9a-fA-F]{2}){32,100}$', 'The device token of an iPhone, in hexadecimal');
export type GivenDevice = Static<typeof WebSubscription> | Static<typeof FcmToken> | Static<typeof ApnsToken>;
export const PushBody = Type.Object({
  prefs: Type.Optional(
    Type.Object({
      drops: Type.Optional(Type.Boolean()),
      marketing: Type.Optional(Type.Boolean()),
      moderation: Type.Optional(Type.Boolean()),
    }),
  ),
  subscription: Type.Optional(Type.Union([WebSubscription, FcmToken, ApnsToken, Type.Null()])),
});
export const PushKey = Type.Object(
  { publicKey: nullable(Type.String({ description: 'Public key; null if browsers get no pushes' })) },
  { title: 'PushKey' },
);

export interface MessageRow extends Omit<Static<typeof Message>, 'user' | 'status' | 'nextAttemptAt'> {
  userId: string;
  displayName: string | null;
  isGuest: boolean;
  nextAttemptAt: Date;
}

export interface CampaignFields {
  titleI18n: InLanguages;
  bodyI18n: InLanguages;
  category: Category;
  segmentId: string | null;
  market: string | null;
  sendAt: Date | null;
  link: string | null;
  pictureAssetId: string | null;
  data: Record<string, string>;
}

export interface CampaignRow
  extends CampaignFields,
    Pick<Static<typeof Campaign>, 'createdBy' | 'startedAt' | 'finishedAt' | 'revision' | 'createdAt' | 'updatedAt'> {
  id: string;
  status: CampaignStatus;
  segmentName: string | null;
  linkId: string | null;
  linkTitle: string | null;
  linkTitleI18n: InLanguages | null;
  linkSeries: string | null;
  audienceUsers: number | null;
  audienceDevices: number | null;
  queued: number;
  ended: Partial<Record<Outcome, number>>;
}

export type CampaignWithPicture = CampaignRow & { readonly pictureUrl: string | null };

export type SettingsRow = Omit<Static<typeof Settings>, 'mode' | 'kinds' | 'allowed'>;

export type PushSettings = Pick<SettingsRow, 'enabled' | 'dailyCap' | 'quietHours'>;
