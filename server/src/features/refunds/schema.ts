import { Type } from 'typebox';
import { Day, Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import { Bought } from '../audit/public.ts';
import { Transaction } from '../payments/public.ts';
import { moneyStates, refundMoves, refundStatuses } from './rules.ts';
import type { RefundRow } from './sql.ts';

const Person = Type.Object({ id: Id, email: Type.String(), name: Type.String() });

const fields = {
  id: Id,
  purchaseId: Id,
  userId: Id,
  userName: nullable(Type.String({ description: 'Requires `users:read`' })),
  isGuest: Type.Boolean({ description: 'Whether the user is a guest and therefore has no name' }),
  countryCode: nullable(Type.String({ description: 'Country of the user; requires `users:read`' })),
  productId: Type.String({ description: 'SKU of the package, or the subscription product' }),
  bought: Bought,
  platform: Type.String({ description: 'Payment rail of the purchase' }),
  status: oneOf(refundStatuses),
  amountCents: Int(),
  currency: Type.String(),
  amountUsdCents: Type.Integer({ description: 'Converted at the rate of the purchase' }),
  reason: Type.String(),
  reverseUnlocks: Type.Boolean(),
  reversedUnlockIds: Type.Array(Id),
  coinsDeducted: Int(),
  underpaidCents: Type.Integer({ description: 'The part for which there were no coins to reverse' }),
  ledgerEventId: nullable(Id),
  approvalId: nullable(Type.String({ format: 'uuid', description: 'The approval by a second admin' })),
  requestedBy: nullable(
    Type.Object(Person.properties, { description: 'The requester; null if the provider made the refund' }),
  ),
  decidedBy: nullable(Type.Object(Person.properties, { description: 'The second admin, if one was needed' })),
  rejectReason: nullable(
    Type.String({
      description: 'The given reason; `request_cancelled` if the requester withdrew it, `request_expired` after 7 days',
    }),
  ),
  createdAt: Timestamp,
  executedAt: nullable(Timestamp),
  rejectedAt: nullable(Timestamp),
  confirmedCents: Type.Integer({
    description: 'The part of an admin’s refund that the provider has reported since; its coins are reversed only once',
  }),
  confirmedAt: nullable(Timestamp),
  reversedAt: nullable(Timestamp),
  money: oneOf(moneyStates, {
    description: 'Whether the provider was ordered to return the money; `none` if only the provider itself can',
  }),
  moneyReason: nullable(Type.String({ description: 'Why the money could not be returned, as a code of the provider' })),
  moneyAt: nullable(Timestamp),
  allowed: Type.Array(Type.String(), {
    description: 'Actions available to the caller now; `approve` and `cancel` apply to its approval',
  }),
};

export const Refund = Type.Object(fields, { title: 'Refund' });

const ReversedUnlock = Type.Object(
  {
    id: Id,
    episodeId: Id,
    episodeNumber: Int(),
    title: Type.String(),
    seriesId: Id,
    seriesTitle: Type.String(),
    coins: Int(),
    eventId: Id,
  },
  { title: 'ReversedUnlock' },
);

export const RefundDetail = Type.Object(
  {
    ...fields,
    purchase: Transaction,
    refundableCents: Type.Integer({ description: 'Rest of the purchase after executed and pending refunds' }),
    reversedUnlocks: Type.Array(ReversedUnlock),
  },
  { title: 'RefundDetail' },
);

/** Holders of the permission reject, and approve what others requested; the requester cancels. */
const mayOf = ({ requestedBy }: RefundRow, { id, permissions }: Pick<Admin, 'id' | 'permissions'>) => {
  const isOwn = requestedBy?.id === id;
  const mayRefund = hasPermission(permissions, 'payments:refund');
  return (what: string): boolean => {
    if (what === 'withdraw') return isOwn;
    return mayRefund && (what === 'reject' || !isOwn);
  };
};

export const showRefund = (row: RefundRow, caller: Pick<Admin, 'id' | 'permissions'>) => ({
  ...row,
  ...(!hasPermission(caller.permissions, 'users:read') && { userName: null, countryCode: null }),
  allowed: [
    ...allowedMoves(refundMoves, row.status, mayOf(row, caller)),
    ...(row.money === 'failed' && hasPermission(caller.permissions, 'payments:refund') ? ['retry_money'] : []),
  ],
});

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

export const CreateRefundBody = Type.Object({
  purchaseId: Type.String({ maxLength: 100 }),
  amountCents: Int({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  reason: Reason,
  reverseUnlocks: Type.Boolean({
    description: 'Whether episodes unlocked since are locked again if coins are missing',
  }),
});
export const RejectRefundBody = Type.Object({ reason: Reason });

export const ExecutedRefund = Type.Object(
  {
    id: Id,
    status: oneOf(['executed']),
    amountCents: Int(),
    executedAt: Timestamp,
    ledgerEventId: nullable(Type.String({ format: 'uuid', description: 'Null if there were no coins to reverse' })),
    underpaidCents: Int(),
  },
  { title: 'ExecutedRefund' },
);
export const PendingRefund = Type.Object(
  { id: Id, status: oneOf(['pending']), approvalId: Id },
  { title: 'PendingRefund' },
);

/** The response to the creation, also if the request is repeated after the decision. */
export function showCreated({ id, approvalId, amountCents, executedAt, ledgerEventId, underpaidCents }: RefundRow) {
  if (approvalId !== null) return { id, status: 'pending' as const, approvalId };
  if (executedAt === null) throw new Error(`refund ${id} is neither executed nor pending`);
  return { id, status: 'executed' as const, amountCents, executedAt, ledgerEventId, underpaidCents };
}

export const refundQuery = {
  money: Type.Optional(oneOf(moneyStates)),
  status: Type.Optional(oneOf(refundStatuses)),
  dateFrom: Type.Optional(Day),
  dateTo: Type.Optional(Day),
  userId: Type.Optional(Type.String({ maxLength: 100 })),
  purchaseId: Type.Optional(Type.String({ maxLength: 100 })),
};
