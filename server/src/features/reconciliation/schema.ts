import { type Static, Type } from 'typebox';
import { Currency, Day, Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import { Bought } from '../audit/public.ts';
import { Rail } from '../store/public.ts';
import { bucketOfSum, buckets, type ComparedSum, isRefundLine } from './rules.ts';
import type { RunRow, ShownRow, SuggestedPurchase, UnappliedEvent } from './sql.ts';

export const UploadBody = Type.Object({ rail: Rail('The rail whose provider the file is from') });

const withRows = Type.Optional(Type.Boolean({ description: 'False omits the lists; the counts are always included' }));
export const rowsQuery = { rows: withRows };
const Heading = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));
export const uploadQuery = {
  ...rowsQuery,
  idColumn: Heading('Heading of the transaction ids, for a file with headings of its own'),
  amountColumn: Heading('Heading of the amounts'),
  dateColumn: Heading('Heading of the times: ISO 8601; without an offset in UTC'),
  currencyColumn: Heading('Heading of the currencies'),
  currency: Type.Optional(Currency),
  amountUnit: Type.Optional(
    oneOf(['minor', 'major'], { description: '`major` if amounts are decimal numbers such as 9.99; default `minor`' }),
  ),
};
export const runsQuery = { rail: Type.Optional(Rail('Only the runs of this rail')) };
export const bucketQuery = { bucket: oneOf(buckets, { description: 'The bucket' }) };

const Total = Type.Object({
  bucket: oneOf(['matched', ...buckets] as const),
  currency: Type.String(),
  count: Int(),
  amountCents: Type.Integer({ description: 'From the file, or ours if the file has no such row' }),
});

const summary = {
  id: Id,
  rail: Type.String(),
  kind: oneOf(['payments', 'sums'], {
    description:
      'Whether payments were compared, or their sums by product and currency, which have a list of their own and no rows',
  }),
  period: Type.Object({ start: Day, end: Day }, { description: 'First and last UTC day of the file' }),
  matched: Int(),
  counts: Type.Object({
    missingOnOurSide: Int(),
    missingOnProviderSide: Int(),
    amountMismatch: Int(),
    duplicates: Int(),
  }),
  totals: Type.Array(Total, { description: 'Rows and cents by bucket and currency' }),
  fileName: Type.String(),
  fileRows: Int(),
  ranBy: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
  createdAt: Timestamp,
  handled: nullable(
    Type.Object(
      { missingOnOurSide: Int(), missingOnProviderSide: Int(), amountMismatch: Int() },
      {
        description:
          'Number of differences resolved so far: the payment exists, or was refunded. Null if there are too many to check, the rows were deleted, or sums were compared',
      },
    ),
  ),
  rowsDeletedAt: nullable(Timestamp),
};

const Sum = Type.Object({
  units: Type.Integer({ description: 'Number sold' }),
  soldCents: Int(),
  refundedCents: Type.Integer({ description: 'Ours: refunds that the provider reported' }),
});
export const ReconciledSum = Type.Object(
  {
    productId: Type.String(),
    currency: Type.String(),
    result: oneOf(['matched', 'missing_on_our_side', 'missing_on_provider_side', 'amount_mismatch']),
    theirs: nullable(Sum),
    ours: nullable(Sum),
  },
  { title: 'ReconciledSum' },
);

export const showSum = (sum: ComparedSum): Static<typeof ReconciledSum> => ({ ...sum, result: bucketOfSum(sum) });

export const ReconciliationRun = Type.Object(summary, { title: 'ReconciliationRun' });

const named = { transactionId: Type.String() };
const ofFile = { line: Int(), ...named, amountCents: Int(), currency: Type.String(), createdAt: Timestamp };

const MissingOnOurSide = Type.Object(ofFile);
const MissingOnProviderSide = Type.Object({
  id: Type.String({ description: 'Id of our purchase' }),
  ...named,
  amountCents: Int(),
  currency: Type.String(),
  createdAt: Timestamp,
});
const AmountMismatch = Type.Object({
  id: Type.String({ description: 'Id of our purchase' }),
  line: Int(),
  ...named,
  ourAmountCents: Int(),
  providerAmountCents: Int(),
  currency: Type.String({ description: 'Our currency' }),
  providerCurrency: Type.String(),
});
const Duplicate = Type.Object({ ...ofFile, firstLine: Type.Integer({ description: 'The line that it duplicates' }) });

export const Reconciliation = Type.Object(
  {
    ...summary,
    missingOnOurSide: Type.Optional(Type.Array(MissingOnOurSide)),
    missingOnProviderSide: Type.Optional(Type.Array(MissingOnProviderSide)),
    amountMismatch: Type.Optional(Type.Array(AmountMismatch)),
    duplicates: Type.Optional(Type.Array(Duplicate)),
  },
  { title: 'Reconciliation' },
);

export interface CountedRun extends RunRow {
  readonly handled: Static<(typeof summary)['handled']>;
}

export function showRun(row: CountedRun): Static<typeof ReconciliationRun> {
  const { periodStart: start, periodEnd: end, adminId, adminName, adminEmail, ...rest } = row;
  const { missingOnOurSide, missingOnProviderSide, amountMismatch, duplicates, ...run } = rest;
  return {
    ...run,
    period: { start, end },
    counts: { missingOnOurSide, missingOnProviderSide, amountMismatch, duplicates },
    ranBy: { id: adminId, name: adminName, email: adminEmail },
  };
}

const Person = {
  userId: nullable(Id),
  userName: nullable(Type.String()),
  isGuest: nullable(Type.Boolean({ description: 'Whether the user is a guest and therefore has no name' })),
};

export const DifferenceRow = Type.Object(
  {
    bucket: oneOf(buckets),
    number: Type.Integer({ description: 'Unique within the bucket: the line number, if the file has one' }),
    line: nullable(Int()),
    transactionId: Type.String(),
    amountCents: nullable(Type.Integer({ description: 'Amount in the file; negative for a refund' })),
    currency: nullable(Type.String()),
    ourAmountCents: nullable(Type.Integer({ description: 'Our amount at the time of the run' })),
    ourCurrency: nullable(Type.String()),
    refundLinesCents: nullable(
      Type.Integer({
        description:
          'For a refund: the sum of all refund lines of the payment in the file. The row is resolved once at least this much was refunded, and something after the run',
      }),
    ),
    createdAt: Timestamp,
    firstLine: nullable(Type.Integer({ description: 'The line that is duplicated' })),
    purchase: nullable(
      Type.Object(
        {
          id: Id,
          kind: Type.String(),
          ...Person,
          pictureUrl: nullable(Type.String()),
          productId: Type.String(),
          bought: nullable(Bought),
          status: Type.String(),
          amountCents: Int(),
          currency: Type.String(),
          refundedCents: Int(),
        },
        { description: 'Current state of our payment, also if it was created since or is pending' },
      ),
    ),
    event: nullable(
      Type.Object(
        { id: Id, outcome: Type.String(), ...Person, productId: nullable(Type.String()) },
        { description: 'Message of the rail that could not be applied' },
      ),
    ),
    suggestions: Type.Array(
      Type.Object({
        purchaseId: Id,
        userId: Id,
        userName: nullable(Type.String()),
        isGuest: nullable(Type.Boolean()),
        productId: Type.String(),
        bought: nullable(Bought),
        amountCents: Int(),
        currency: Type.String(),
        startedAt: Timestamp,
      }),
      {
        description:
          'Pending purchases of the same rail, amount and currency that were started near the time of the payment, nearest first, at most three. Only for `missing_on_our_side` and with `users:read`',
      },
    ),
    act: nullable(
      Type.Object(
        {
          purchaseId: nullable(Id),
          approvalId: nullable(Id),
          by: nullable(Type.String({ description: 'Name of the admin' })),
          at: Timestamp,
        },
        { description: 'Resolution: a credit, or the request for one' },
      ),
    ),
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'ReconciliationRow' },
);

export interface RowWithEvent extends ShownRow {
  readonly event: UnappliedEvent | undefined;
  readonly suggestions: readonly SuggestedPurchase[];
}

function allowedTo({ permissions }: Pick<Admin, 'permissions'>, row: RowWithEvent): string[] {
  const isOurs = row.foundId !== null && row.status !== 'pending';
  if (row.bucket === 'missing_on_our_side' && !isRefundLine(row) && !isOurs) {
    const replay = row.event && hasPermission(permissions, 'system:write') ? ['replay'] : [];
    // A pending request is decided first.
    if (row.approvalId !== null) return replay;
    return hasPermission(permissions, 'wallet:adjust') ? [...replay, 'credit'] : replay;
  }
  const mayRefund =
    hasPermission(permissions, 'payments:refund') || hasPermission(permissions, 'payments:refund_request');
  return mayRefund && isRefundable(row) ? ['refund'] : [];
}

function isRefundable(row: ShownRow): boolean {
  const isOneOf = row.bucket === 'missing_on_provider_side' || row.bucket === 'amount_mismatch' || isRefundLine(row);
  return isOneOf && row.status === 'completed' && (row.paidCents ?? 0) > (row.refundedCents ?? 0);
}

export function showRow(row: RowWithEvent, viewer: Pick<Admin, 'permissions'>): Static<typeof DifferenceRow> {
  const seesUsers = hasPermission(viewer.permissions, 'users:read');
  const { event } = row;
  return {
    ...row,
    line: row.bucket === 'missing_on_provider_side' ? null : row.number,
    purchase: purchaseOf(row, seesUsers),
    event: event ? { ...event, ...(!seesUsers && hiddenUser) } : null,
    suggestions: seesUsers ? [...row.suggestions] : [],
    act: row.actedAt && {
      purchaseId: row.creditedPurchaseId,
      approvalId: row.approvalId,
      by: row.actedByName,
      at: row.actedAt,
    },
    allowed: allowedTo(viewer, row),
  };
}

const hiddenUser = { userId: null, userName: null, isGuest: null };

function purchaseOf(row: ShownRow, seesUsers: boolean): Static<typeof DifferenceRow>['purchase'] {
  const { foundId: id, kind, productId, status, paidCents, paidCurrency, refundedCents } = row;
  if (id === null || kind === null || productId === null || status === null) return null;
  if (paidCents === null || paidCurrency === null || refundedCents === null) return null;
  return {
    id,
    kind,
    productId,
    userId: row.userId,
    userName: row.userName,
    isGuest: row.isGuest,
    pictureUrl: row.pictureUrl,
    ...(!seesUsers && { ...hiddenUser, pictureUrl: null }),
    bought: row.bought,
    status,
    amountCents: paidCents,
    currency: paidCurrency,
    refundedCents,
  };
}

export const CreditablePackage = Type.Object(
  {
    id: Id,
    sku: Type.String(),
    coins: Int(),
    bonusCoins: Int(),
    priceCents: Type.Integer({ description: 'US cents' }),
    status: Type.String(),
    isSoldByRail: Type.Boolean({ description: 'Whether the package is sold by the rail of the file' }),
  },
  { title: 'CreditablePackage' },
);

export const CreditBody = Type.Object({
  userId: Id,
  sku: Type.String({ minLength: 1, maxLength: 100, description: 'SKU of the package that was paid' }),
  purchaseId: Type.Optional(Type.String({ format: 'uuid', description: 'The pending purchase that was paid' })),
});
export type CreditBody = Static<typeof CreditBody>;

export const Credited = Type.Object({
  kind: Type.Literal('credited'),
  purchaseId: Id,
  coins: Type.Integer({ description: 'Total coins credited, including bonus and multiplier' }),
  eventId: nullable(Id),
  balanceTotal: Int(),
});
