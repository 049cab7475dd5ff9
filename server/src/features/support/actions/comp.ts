import { type Static, Type } from 'typebox';
import type { Db } from '../../../kit/db/database.ts';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { parseOrUndefined } from '../../../kit/http/validate.ts';
import { dayMs } from '../../../kit/time.ts';
import type { Admin } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { findCompedDays, giveComp, type SubscriptionRow } from '../../subscriptions/public.ts';
import { maskUser, maskUserContacts, type UserRow } from '../../users/public.ts';
import { describeUsers, maskFor, writtenAbout } from '../describe.ts';
import { bannedUser, deletedUser, guestNotEligible } from '../errors.ts';
import { comp as rules } from '../rules.ts';
import { CompBody } from '../schema.ts';
import { lockAdjustable } from './adjust.ts';

type Comp = Static<typeof CompBody>;

export interface CompLimits {
  /** Days per user within `rules.countedDays` without approval. */
  readonly compDaysWithoutApproval: number | undefined;
}

/** Gives or extends a free subscription, or requests approval. */
export async function compSubscription(
  ctx: Ctx<Admin>,
  userId: string,
  comp: Comp,
  limits: CompLimits,
): Promise<SubscriptionRow | approvals.Pending> {
  const user = await lockCompable(ctx, userId);
  const { leftDays } = await findCompLimit(ctx.tx, userId, ctx.now, limits);
  if (leftDays === null || comp.days <= leftDays) return give(ctx, user, comp, maskUserContacts(comp.reason, user));
  const reason = maskUser(comp.reason, user);
  return approvals.request(ctx, subscriptionComp, {
    targetId: userId,
    reason: 'comp_days_exceeded',
    payload: { ...comp, reason },
    written: writtenAbout(user, [comp.reason], [reason]),
  });
}

/** Days given recently, and what is left of the limit. */
export async function findCompLimit(db: Db, userId: string, now: Date, { compDaysWithoutApproval }: CompLimits) {
  const { countedDays } = rules;
  const givenDays = await findCompedDays(db, userId, new Date(now.getTime() - countedDays * dayMs));
  const limitDays = compDaysWithoutApproval ?? null;
  return {
    countedDays,
    givenDays,
    limitDays,
    leftDays: limitDays === null ? null : Math.max(0, limitDays - givenDays),
  };
}

async function lockCompable(ctx: Ctx<Admin>, userId: string): Promise<UserRow> {
  const user = await lockAdjustable(ctx, userId);
  return user.isGuest ? refuse(guestNotEligible) : user;
}

async function give(ctx: Ctx<Admin>, user: UserRow, { productId, days }: Comp, reason: string) {
  const subscription = await giveComp(ctx, user, productId, days);
  const { id, currentPeriodEnd } = subscription;
  await audit.record(ctx, {
    action: 'user.comp_subscription',
    target: { type: 'user', id: user.id },
    reason,
    after: { subscriptionId: id, productId, days, currentPeriodEnd },
  });
  return subscription;
}

const readPayload = parseOrUndefined(Type.Object({ ...CompBody.properties }));

/** A free subscription that requires approval. */
export const subscriptionComp: approvals.ApprovalKind = {
  kind: 'subscription_comp',
  targetType: 'user',
  requesters: ['users:ban'],
  deciders: { permission: 'users:ban' },
  dedupeByTarget: false,
  errors: [notFound, guestNotEligible, bannedUser, deletedUser],
  describe: describeUsers,
  maskNote: maskFor,
  async execute(ctx, userId, payload) {
    const user = await lockCompable(ctx, userId);
    const comp = readPayload(payload);
    if (!comp) throw new Error('a free subscription lost its payload');
    const { id, currentPeriodEnd } = await give(ctx, user, comp, comp.reason);
    return { subscriptionId: id, productId: comp.productId, currentPeriodEnd };
  },
};
