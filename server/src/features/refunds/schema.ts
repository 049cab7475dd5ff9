import { Type } from 'typebox';
import { Day, Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import { Bought } from '../audit/public.ts';
import { Transaction } from '../payments/public.ts';
import { refundMoves, refundStatuses } from './rules.ts';
import type { RefundRow } from './sql.ts';

const Person = Type.Object({ id: Id, email: Type.String(), name: Type.String() });

const fields = {
  id: Id,
  purchaseId: Id,
  userId: Id,
  userName: nullable(Type.String({ description: 'Only for who may see users' })),
  isGuest: Type.Boolean({ description: 'Whether the user is a guest, who has no name' }),
  countryCode: nullable(Type.String({ description: 'Where the user is; only for who may see users' })),
  productId: Type.String({ description: 'The sku of the package, or the product that was subscribed to' }),
  bought: Bought,
  platform: Type.String({ description: 'The rail that the purchase was paid by' }),
  status: oneOf(refundStatuses),
  amountCents: Int(),
  currency: Type.String(),
  amountUsdCents: Type.Integer({ description: 'At the rate of the purchase' }),
  reason: Type.String(),
  reverseUnlocks: Type.Boolean(),
  reversedUnlockIds: Type.Array(Id),
  coinsDeducted: Int(),
  underpaidCents: Type.Integer({ description: 'The part for which there were no coins to take back' }),
  ledgerEventId: nullable(Id),
  approvalId: nullable(Type.String({ format: 'uuid', description: 'What a second person decides, or decided' })),
  requestedBy: nullable(
    Type.Object(Person.properties, { description: 'Who asked for it; null where the provider made it by itself' }),
  ),
  decidedBy: nullable(Type.Object(Person.properties, { description: 'The second person, where there was one' })),
  rejectReason: nullable(
    Type.String({
      description: 'As it was given; `request_cancelled` where who asked took it back, `request_expired` after 7 days',
    }),
  ),
  createdAt: Timestamp,
  executedAt: nullable(Timestamp),
  rejectedAt: nullable(Timestamp),
  confirmedCents: Type.Integer({
    description: 'The part of a refund by an admin that the provider has told of since; its coins are taken once',
  }),
  confirmedAt: nullable(Timestamp),
  allowed: Type.Array(Type.String(), {
    description: 'What this caller may do with it now; `approve` and `cancel` are those of its approval',
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
    refundableCents: Type.Integer({ description: 'What is left of the purchase after executed and pending refunds' }),
    reversedUnlocks: Type.Array(ReversedUnlock),
  },
  { title: 'RefundDetail' },
);

/** What a caller may do: a holder of the permission rejects, and approves what others requested; the requester cancels. */
const mayOf = ({ requestedBy }: RefundRow, { id, permissions }: Pick<Admin, 'id' | 'permissions'>) => {
  const isOwn = requestedBy?.id === id;
  const mayRefund = hasPermission(permissions, 'payments:refund');
  return (what: string): boolean => {
    if (what === 'withdraw') return isOwn;
    return mayRefund && (what === 'reject' || !isOwn);
  };
};

export const allowedFor = (row: RefundRow, caller: Pick<Admin, 'id' | 'permissions'>): string[] =>
  allowedMoves(refundMoves, row.status, mayOf(row, caller));

const unseen = { userName: null, countryCode: null };

export const showRefund = (row: RefundRow, caller: Pick<Admin, 'id' | 'permissions'>) => ({
  ...row,
  ...(hasPermission(caller.permissions, 'users:read') ? {} : unseen),
  allowed: allowedFor(row, caller),
});

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

export const CreateRefundBody = Type.Object({
  purchaseId: Type.String({ maxLength: 100 }),
  amountCents: Int({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  reason: Reason,
  reverseUnlocks: Type.Boolean({
    description: 'Whether episodes that were unlocked since are closed again where coins are missing',
  }),
});
export const RejectRefundBody = Type.Object({ reason: Reason });

export const ExecutedRefund = Type.Object(
  {
    id: Id,
    status: oneOf(['executed']),
    amountCents: Int(),
    executedAt: Timestamp,
    ledgerEventId: nullable(Type.String({ format: 'uuid', description: 'Null where there was nothing to take' })),
    underpaidCents: Int(),
  },
  { title: 'ExecutedRefund' },
);
export const PendingRefund = Type.Object(
  { id: Id, status: oneOf(['pending']), approvalId: Id },
  { title: 'PendingRefund' },
);

/** What who asked is told, also when they ask again after it was decided. */
export function showCreated({ id, approvalId, amountCents, executedAt, ledgerEventId, underpaidCents }: RefundRow) {
  if (approvalId !== null) return { id, status: 'pending' as const, approvalId };
  if (executedAt === null) throw new Error(`refund ${id} was neither made nor asked for`);
  return { id, status: 'executed' as const, amountCents, executedAt, ledgerEventId, underpaidCents };
}

export const refundQuery = {
  status: Type.Optional(oneOf(refundStatuses)),
  dateFrom: Type.Optional(Day),
  dateTo: Type.Optional(Day),
  userId: Type.Optional(Type.String({ maxLength: 100 })),
  purchaseId: Type.Optional(Type.String({ maxLength: 100 })),
};
