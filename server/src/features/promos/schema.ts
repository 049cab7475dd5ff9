import { type Static, Type } from 'typebox';
import { Id, Int, Moment, messageFor, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import {
  budgetLimits,
  budgetState,
  budgetStates,
  type PromoTerms,
  paceDays,
  projectedExhaustion,
  promoStatuses,
  promoTypes,
  surge,
} from './rules.ts';

const config = {
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'coin_grant: coins per redemption' }),
  ),
  trigger: Type.Optional(oneOf(['manual_claim'], { description: 'coin_grant: how it is claimed' })),
  multiplier: Type.Optional(
    Type.Number({
      exclusiveMinimum: 1,
      maximum: 10,
      description: 'bonus_multiplier: 1.5 adds half of the coins bought',
    }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, description: 'trial_ext: days added' })),
};
const bonus = { minimum: 1, maximum: 1_000_000, description: 'bonus_multiplier: maximum bonus per redemption' };
const uses = Int({ minimum: 1, maximum: 1000 });

const Config = Type.Object(
  { max_uses_per_user: uses, ...config, max_bonus_coins: Type.Optional(Type.Integer(bonus)) },
  { title: 'PromoConfig' },
);
const ConfigBody = Type.Object({
  max_uses_per_user: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
  ...config,
  max_bonus_coins: Type.Optional(nullable(Type.Integer(bonus))),
});

const Segment = Type.Object({ id: Id, name: Type.String() });

export const Promo = Type.Object(
  {
    id: Id,
    code: Type.String(),
    type: oneOf(promoTypes),
    config: Config,
    budgetCoins: Int(),
    spent_coins: Int(),
    window: Type.Object({ start: Timestamp, end: Timestamp }),
    segmentId: nullable(Id),
    segment: nullable(Segment),
    redemptions: Int(),
    status: oneOf(promoStatuses, {
      description: '`exhausted`: within its window, but the budget is too small for another redemption',
    }),
    projectedExhaustionAt: nullable(
      Type.Unsafe<Date>({
        type: 'string',
        format: 'date-time',
        description: `When the budget will be spent at the pace of the last ${surge.hours} hours, if at least ${surge.leastCoins} coins were given in them, else of the last ${paceDays} days; null if it lasts until the end`,
      }),
    ),
    budgetState: oneOf(budgetStates, {
      description: `\`critical\` if the budget is spent, or will be within ${budgetLimits.criticalHours} hours; \`low\` if it will be before the end, or at most ${budgetLimits.lowShare * 100} percent are left`,
    }),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'Promo' },
);

export function showPromo(row: PromoRow, { permissions }: Pick<Admin, 'permissions'>, now: Date) {
  const { spentCoins, startsAt, endsAt, segmentId, segmentName } = row;
  return {
    ...row,
    spent_coins: spentCoins,
    window: { start: startsAt, end: endsAt },
    segment: segmentId === null || segmentName === null ? null : { id: segmentId, name: segmentName },
    projectedExhaustionAt: projectedExhaustion(row, now),
    budgetState: budgetState(row, now),
    allowed: hasPermission(permissions, 'pricing:write') ? ['update', 'delete'] : [],
  };
}

export const promoQuery = {
  status: Type.Optional(oneOf(promoStatuses)),
  type: Type.Optional(oneOf(promoTypes)),
  segmentId: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the code' })),
};

const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^[A-Za-z0-9_-]+$',
  ...messageFor('must be letters, digits, hyphens and underscores'),
  description: 'Converted to upper case',
});
const Budget = Int({ minimum: 0, maximum: 1_000_000_000 });

const note = Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' }));

const immutable = { code: Code, type: oneOf(promoTypes) };
const editable = {
  config: ConfigBody,
  budgetCoins: Budget,
  window: Type.Object({ start: Moment, end: Moment }),
};
const optional = { segmentId: Type.Optional(nullable(Type.String({ maxLength: 100 }))), note };

export const CreatePromoBody = Type.Object({ ...immutable, ...editable, ...optional });
export const UpdatePromoBody = Type.Partial(
  Type.Object({ ...immutable, ...editable, window: Type.Partial(editable.window), ...optional }),
);

const redemption = {
  id: Id,
  promoId: Id,
  code: Type.String(),
  type: oneOf(promoTypes),
  coinsGranted: Int(),
  eventId: nullable(Id),
  usedAt: nullable(
    Type.Unsafe<Date>({
      type: 'string',
      format: 'date-time',
      description: 'Null while a multiplier waits for a purchase',
    }),
  ),
  transactionId: nullable(Id),
  trialEnd: nullable(Timestamp),
  createdAt: Timestamp,
};

export const UserRedemption = Type.Object(redemption, { title: 'UserRedemption' });
export const PromoRedemption = Type.Object(
  {
    ...redemption,
    user: Type.Object({
      id: Id,
      displayName: nullable(Type.String({ description: 'Requires `users:read`' })),
      isGuest: Type.Boolean(),
    }),
  },
  { title: 'PromoRedemption' },
);

export const showPromoRedemption = (row: RedemptionRow, { permissions }: Pick<Admin, 'permissions'>) => ({
  ...row,
  user: {
    id: row.userId,
    displayName: hasPermission(permissions, 'users:read') ? row.displayName : null,
    isGuest: row.isGuest,
  },
});

export const PromoDays = Type.Object(
  {
    budgetCoins: Int(),
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date' }),
        redemptions: Int(),
        coins: Int(),
        spentCoins: Type.Integer({ description: 'Total spent up to the end of the day' }),
      }),
    ),
  },
  { title: 'PromoDays' },
);

export const RedeemBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 200, description: 'Case-insensitive' }),
});

export const Redemption = Type.Object(
  {
    redemptionId: Id,
    code: Type.String(),
    type: oneOf(promoTypes),
    coinsGranted: Int(),
    eventId: nullable(Id),
    balanceTotal: Int(),
    multiplier: Type.Optional(Type.Number({ description: 'bonus_multiplier: factor for the next purchase' })),
    trialEnd: Type.Optional(Timestamp),
  },
  { title: 'Redemption' },
);

export interface RedemptionRow extends Static<typeof UserRedemption> {
  userId: string;
  displayName: string | null;
  isGuest: boolean;
}

export interface PromoRow
  extends PromoTerms,
    Omit<
      Static<typeof Promo>,
      keyof PromoTerms | 'spent_coins' | 'window' | 'segment' | 'projectedExhaustionAt' | 'budgetState' | 'allowed'
    > {
  segmentName: string | null;
  /** Coins of the days that determine the pace. */
  recentCoins: number;
  /** Coins of the last hours, from the hourly figures of the alerts. */
  hourCoins: number;
}
