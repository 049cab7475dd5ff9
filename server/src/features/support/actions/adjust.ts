import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { replayedHeader } from '../../../kit/http/response.ts';
import { newId } from '../../../kit/id.ts';
import type { Admin } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import * as ledger from '../../ledger/public.ts';
import { lockUser, maskUser, maskUserContacts, statusAt, type UserRow } from '../../users/public.ts';
import { describeUsers, maskFor, writtenAbout } from '../describe.ts';
import { bannedUser, deletedUser, supportDailyCapExceeded } from '../errors.ts';
import * as rules from '../rules.ts';

export interface Adjustment {
  readonly amount: number;
  readonly direction: 'grant' | 'deduct';
  readonly reason: string;
  readonly note?: string;
}

/** Locks the user; suspended users may be adjusted, banned and deleted ones not. */
export async function lockAdjustable(ctx: Ctx<Admin>, userId: string): Promise<UserRow> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const status = statusAt(user, ctx.now);
  if (status === 'banned') refuse(bannedUser);
  if (status === 'deleted') refuse(deletedUser);
  return user;
}

/** The tag, which determines the ledger account, is never masked. */
function masked({ reason, note, ...rest }: Adjustment, user: UserRow, mask: typeof maskUser): Adjustment {
  const tag = rules.tagOf(reason);
  return {
    ...rest,
    reason: `${tag}${mask(reason.slice(tag.length), user)}`,
    ...(note !== undefined && { note: mask(note, user) }),
  };
}

/** An adjustment as stored permanently, and its texts for the audit log. */
interface MaskedAdjustment extends Adjustment {
  readonly user: UserRow;
  readonly written: Pick<Adjustment, 'reason' | 'note'>;
}

const maskAdjustment = (user: UserRow, adjustment: Adjustment): MaskedAdjustment => ({
  ...masked(adjustment, user, maskUser),
  user,
  written: masked(adjustment, user, maskUserContacts),
});

export interface GrantLimits {
  /** Coins per admin and UTC day without approval. */
  readonly granterDailyLimit: number | undefined;
}

/** Checks in a fixed order: status of the user, threshold, cap of the user, limit of the granter. */
export async function adjust(ctx: Ctx<Admin>, userId: string, given: Adjustment, limits: GrantLimits) {
  const adjustment = maskAdjustment(await lockAdjustable(ctx, userId), given);
  if (adjustment.direction === 'deduct') return deduct(ctx, userId, adjustment);
  if (adjustment.amount > rules.adjust.approvalAbove) {
    return requestGrant(ctx, userId, adjustment, 'amount_exceeds_threshold');
  }
  if (!rules.uncappedRoles.includes(ctx.caller.role)) await requireWithinCap(ctx, userId, adjustment.amount);
  return grantWithinLimit(ctx, userId, adjustment, limits);
}

function requestGrant(
  ctx: Ctx<Admin>,
  userId: string,
  { user, written, ...adjustment }: MaskedAdjustment,
  reason: string,
) {
  const asked = writtenAbout(user, [written.reason, written.note], [adjustment.reason, adjustment.note]);
  return approvals.request(ctx, walletGrant, { targetId: userId, reason, payload: { ...adjustment }, written: asked });
}

/** Grants within the daily limit of the granter; a repeated request is not counted again. */
async function grantWithinLimit(ctx: Ctx<Admin>, userId: string, adjustment: MaskedAdjustment, limits: GrantLimits) {
  if (await findPosted(ctx, userId)) return grant(ctx, userId, adjustment);
  // A request for approval on another day stays one, whatever the limit is today.
  const asked = await approvals.findRepeated(ctx, walletGrant, userId);
  if (asked) return asked;
  const sum = await approvals.addWithinDailyLimit(adjustment.amount, limits.granterDailyLimit, (coins) =>
    ledger.addGranted(ctx.tx, ctx.caller.id, ctx.now, coins),
  );
  if (sum === undefined) return requestGrant(ctx, userId, adjustment, approvals.dailyLimitExceeded);
  const flags = sum > rules.adjust.noticedAbove ? { granted_today: sum } : {};
  return grant(ctx, userId, adjustment, flags);
}

/** Unique for the approval or the request, permanently. */
const keyOf = (ctx: Ctx<Admin>): string => `adjustment:${ctx.causeId()}`;

const findPosted = (ctx: Ctx<Admin>, userId: string) => ledger.findPosted(ctx.tx, userId, keyOf(ctx));

/** The reference of an earlier execution, of the approval, or a new one. */
async function referenceOf(ctx: Ctx<Admin>, userId: string) {
  const refId = (await findPosted(ctx, userId))?.refId ?? ctx.tags?.approval_id ?? newId();
  return { refType: 'adjustment', refId, key: keyOf(ctx) };
}

/** Concurrent grants wait for the lock of the user. A repeated request is already part of the sum. */
async function requireWithinCap(ctx: Ctx<Admin>, userId: string, amount: number): Promise<void> {
  const given = { refType: 'adjustment', ...rules.dayAround(ctx.now) };
  const sums = await ledger.listCreditSums(ctx.tx, [userId], given);
  const capRemaining = rules.capRemaining(sums.get(userId) ?? 0);
  if (amount <= capRemaining || (await findPosted(ctx, userId))) return;
  refuse(supportDailyCapExceeded, { capRemaining });
}

async function grant(
  ctx: Ctx<Admin>,
  userId: string,
  { amount, reason, written }: Pick<MaskedAdjustment, 'amount' | 'reason' | 'written'>,
  flags: Record<string, unknown> = {},
) {
  const counter = rules.sourceFor(reason);
  const reference = await referenceOf(ctx, userId);
  const moved = await ledger.move(ctx, { userId, reason, ...reference, bonus: { amount, counter } });
  return record(ctx, userId, moved, { before: moved.paid + moved.bonus - amount, ...written, flags });
}

/** Takes bonus coins first; the audit entry is flagged if paid coins are taken. */
async function deduct(ctx: Ctx<Admin>, userId: string, { amount, reason, written }: MaskedAdjustment) {
  const counter = rules.sinkFor(reason);
  const balances = await ledger.findBalances(ctx.tx, userId);
  const reference = await referenceOf(ctx, userId);
  const moved = await ledger.move(ctx, { userId, reason, ...reference, spend: amount, counter });
  const flags = balances.bonus < amount ? { deduct_from_paid: true } : {};
  return record(ctx, userId, moved, { before: balances.paid + balances.bonus, ...written, flags });
}

interface Entry extends Pick<Adjustment, 'reason' | 'note'> {
  before: number;
  flags: Record<string, unknown>;
}

/** A repeated request returns the same result without another audit entry. */
async function record(
  ctx: Ctx<Admin>,
  userId: string,
  moved: ledger.MovementResult,
  { before, reason, note, flags }: Entry,
) {
  const balanceTotal = moved.paid + moved.bonus;
  const { eventId } = moved;
  if (eventId === null) throw new Error('an adjustment moved no coins');
  const reply = { kind: 'applied' as const, eventId, balanceTotal };
  if (moved.outcome === 'replayed') {
    ctx.header(...replayedHeader);
    return reply;
  }
  await audit.record(ctx, {
    action: 'wallet.adjust',
    target: { type: 'user', id: userId },
    reason,
    before: { balanceTotal: before },
    ...(note !== undefined && { note }),
    after: { balanceTotal, eventId },
    flags,
  });
  return reply;
}

/** A grant that requires approval. */
export const walletGrant: approvals.ApprovalKind = {
  kind: 'wallet_grant',
  targetType: 'user',
  requesters: ['wallet:adjust'],
  deciders: { permission: 'wallet:adjust', roles: ['finance', 'superadmin'] },
  dedupeByTarget: false,
  errors: [notFound, bannedUser, deletedUser],
  describe: describeUsers,
  maskNote: maskFor,
  execute: async (ctx, userId, payload) => {
    await lockAdjustable(ctx, userId);
    const asked = readPayload(payload);
    const { eventId, balanceTotal } = await grant(ctx, userId, { ...asked, written: asked });
    return { eventId, balanceTotal };
  },
};

function readPayload(payload: unknown): Adjustment {
  const given: Record<string, unknown> = payload !== null && typeof payload === 'object' ? { ...payload } : {};
  const { amount, reason, note } = given;
  if (typeof amount !== 'number' || typeof reason !== 'string') throw new Error('a wallet grant lost its payload');
  return { amount, direction: 'grant', reason, ...(typeof note === 'string' && { note }) };
}
