import { Type } from 'typebox';
import { Id, Int, nullable, Timestamp } from '../../kit/http/schema.ts';
import { Strike } from '../comments/public.ts';
import { Subscription } from '../subscriptions/public.ts';
import { Words } from '../support/public.ts';
import { Me } from '../users/public.ts';

export const AnonymizeBody = Type.Object({ reason: Words });

export const AccountDeletion = Type.Object(
  {
    deletesAt: Timestamp,
    subscriptions: Type.Array(Subscription, {
      description: 'Subscriptions that renew until the user cancels them where they were bought',
    }),
  },
  { title: 'AccountDeletion' },
);

const Text = nullable(Type.String());
const Time = nullable(Timestamp);
const episode = { episodeId: Id, seriesTitle: Type.String(), episodeNumber: Int() };

const Device = Type.Object({
  id: Id,
  deviceId: Text,
  platform: Text,
  appVersion: Text,
  osVersion: Text,
  model: Text,
  lastIp: Text,
  firstSeen: Timestamp,
  lastSeen: Timestamp,
});
const CoinMovement = Type.Object({
  id: Id,
  reason: Type.String(),
  refType: Type.String(),
  refId: Type.String(),
  paid: Int(),
  bonus: Int(),
  createdAt: Timestamp,
});
const Payment = Type.Object({
  id: Id,
  kind: Type.String(),
  platform: Type.String(),
  productId: Type.String(),
  transactionId: Text,
  status: Type.String(),
  amountCents: Int(),
  currency: Type.String(),
  refundedCents: Int(),
  coinsGranted: Int(),
  bonusCoins: Int(),
  region: Text,
  createdAt: Timestamp,
  completedAt: Time,
});
const Refund = Type.Object({
  id: Id,
  purchaseId: Id,
  status: Type.String(),
  amountCents: Int(),
  currency: Type.String(),
  coinsDeducted: Int(),
  createdAt: Timestamp,
  executedAt: Time,
});
const Watch = Type.Object({
  id: Id,
  ...episode,
  startedAt: Timestamp,
  endedAt: Time,
  secondsWatched: Int(),
  completed: Type.Boolean(),
});
const Event = Type.Object({
  id: Id,
  at: Timestamp,
  name: Type.String(),
  seriesId: nullable(Id),
  episodeId: nullable(Id),
  props: nullable(Type.Record(Type.String(), Type.Unknown())),
});

export const UserExport = Type.Object(
  {
    exportedAt: Timestamp,
    account: Type.Object({ ...Me.properties, lastSeenAt: Time }),
    identities: Type.Array(Type.Object({ provider: Type.String(), subject: Type.String(), createdAt: Timestamp })),
    devices: Type.Array(Device),
    pushDevices: Type.Array(Type.Object({ id: Id, createdAt: Timestamp })),
    wallet: Type.Object({ balancePaid: Int(), balanceBonus: Int() }),
    coinMovements: Type.Array(CoinMovement),
    payments: Type.Array(Payment),
    subscriptions: Type.Array(Subscription),
    refunds: Type.Array(Refund),
    unlocks: Type.Array(Type.Object({ id: Id, ...episode, coins: Int(), createdAt: Timestamp })),
    redemptions: Type.Array(
      Type.Object({ id: Id, code: Type.String(), type: Type.String(), coinsGranted: Int(), createdAt: Timestamp }),
    ),
    watches: Type.Array(Watch),
    savedSeries: Type.Array(Type.Object({ seriesId: Id, seriesTitle: Type.String(), savedAt: Timestamp })),
    comments: Type.Array(
      Type.Object({ id: Id, ...episode, body: Type.String(), status: Type.String(), createdAt: Timestamp }),
    ),
    reports: Type.Array(Type.Object({ id: Id, commentId: Id, reason: Type.String(), createdAt: Timestamp })),
    strikes: Type.Array(Strike),
    events: Type.Array(Event),
  },
  { title: 'UserExport' },
);
