import { notFound, refuse } from '../../../kit/errors.ts';
import { replayedHeader } from '../../../kit/http/answer.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
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

/** Locks a user whose coins may be moved by hand: a suspended one too, a banned or deleted one not. */
export async function lockAdjustable(ctx: Ctx<Admin>, userId: string): Promise<UserRow> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const status = statusAt(user, ctx.now);
  if (status === 'banned') refuse(bannedUser);
  if (status === 'deleted') refuse(deletedUser);
  return user;
}

/** The tag that decides between accounts stays, whatever the user is called. */
function masked({ reason, note, ...rest }: Adjustment, user: UserRow, mask: typeof maskUser): Adjustment {
  const tag = rules.tagOf(reason);
  return {
    ...rest,
    reason: `${tag}${mask(reason.slice(tag.length), user)}`,
    ...(note !== undefined && { note: mask(note, user) }),
  };
}

/** An adjustment as the ledger and approvals keep it for good, and what of it the audit log has as it was written. */
interface Given extends Adjustment {
  readonly user: UserRow;
  readonly written: Pick<Adjustment, 'reason' | 'note'>;
}

const givenFor = (user: UserRow, adjustment: Adjustment): Given => ({
  ...masked(adjustment, user, maskUser),
  user,
  written: masked(adjustment, user, maskUserContacts),
});

export interface GrantLimits {
  /** Coins that one admin may grant in a UTC day before a second person is needed. */
  readonly granterDailyLimit: number | undefined;
}

/**
 * Gives or takes coins by hand. Checks come in a fixed order: may the user be adjusted, the threshold, the cap of the
 * user, the limit of the granter.
 */
export async function adjust(ctx: Ctx<Admin>, userId: string, given: Adjustment, limits: GrantLimits) {
  const adjustment = givenFor(await lockAdjustable(ctx, userId), given);
  if (adjustment.direction === 'deduct') return deduct(ctx, userId, adjustment);
  if (adjustment.amount > rules.adjust.approvalAbove) {
    return askForGrant(ctx, userId, adjustment, 'amount_exceeds_threshold');
  }
  if (!rules.uncappedRoles.includes(ctx.caller.role)) await mustFitCap(ctx, userId, adjustment.amount);
  return grantAlone(ctx, userId, adjustment, limits);
}

function askForGrant(ctx: Ctx<Admin>, userId: string, { user, written, ...adjustment }: Given, reason: string) {
  const asked = writtenAbout(user, [written.reason, written.note], [adjustment.reason, adjustment.note]);
  return approvals.request(ctx, walletGrant, { targetId: userId, reason, payload: { ...adjustment }, written: asked });
}

/**
 * Grants without a second person, if the granter's limit of the day permits it. A grant that was made already is not counted
 * again.
 */
async function grantAlone(ctx: Ctx<Admin>, userId: string, adjustment: Given, limits: GrantLimits) {
  if (await findPosted(ctx, userId)) return grant(ctx, userId, adjustment);
  // Asked for on another day, it waits or was decided under its approval's name, whatever may be granted today.
  const asked = await approvals.findRepeated(ctx, walletGrant, userId);
  if (asked) return asked;
  const sum = await approvals.addWithinDailyLimit(adjustment.amount, limits.granterDailyLimit, (coins) =>
    ledger.addGranted(ctx.tx, ctx.caller.id, ctx.now, coins),
  );
  if (sum === undefined) return askForGrant(ctx, userId, adjustment, approvals.dailyLimitExceeded);
  const flags = sum > rules.adjust.noticedAbove ? { granted_today: sum } : {};
  return grant(ctx, userId, adjustment, flags);
}

/** The approval that the adjustment waited for, or the request that asked for it: what it is done once for, for good. */
const keyOf = (ctx: Ctx<Admin>): string => `adjustment:${ctx.causeId()}`;

const findPosted = (ctx: Ctx<Admin>, userId: string) => ledger.findPosted(ctx.tx, userId, keyOf(ctx));

/** What this adjustment is called in the ledger: as before where it was made before, else by its approval or a new id. */
async function referenceOf(ctx: Ctx<Admin>, userId: string) {
  const refId = (await findPosted(ctx, userId))?.refId ?? ctx.tags?.approval_id ?? newId();
  return { refType: 'adjustment', refId, key: keyOf(ctx) };
}

/**
 * The user's row is locked, so grants that arrive at once are judged one after the other. One that was made already is
 * part of what was granted, and is not judged again.
 */
async function mustFitCap(ctx: Ctx<Admin>, userId: string, amount: number): Promise<void> {
  const capRemaining = rules.capRemaining(
    await ledger.sumCredits(ctx.tx, userId, { refType: 'adjustment', ...rules.dayAround(ctx.now) }),
  );
  if (amount <= capRemaining || (await findPosted(ctx, userId))) return;
  refuse(supportDailyCapExceeded, { capRemaining });
}

async function grant(
  ctx: Ctx<Admin>,
  userId: string,
  { amount, reason, written }: Pick<Given, 'amount' | 'reason' | 'written'>,
  flags: Record<string, unknown> = {},
) {
  const counter = rules.sourceFor(reason);
  const reference = await referenceOf(ctx, userId);
  const moved = await ledger.move(ctx, { userId, reason, ...reference, bonus: { amount, counter } });
  return record(ctx, userId, moved, { before: moved.paid + moved.bonus - amount, ...written, flags });
}

/** Bonus coins go first; when they do not suffice the rest is taken from paid ones, and the record says so. */
async function deduct(ctx: Ctx<Admin>, userId: string, { amount, reason, written }: Given) {
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

/** Answers what was moved. What was moved before is answered alike, says so, and has its record already. */
async function record(
  ctx: Ctx<Admin>,
  userId: string,
  moved: ledger.MovementResult,
  { before, reason, note, flags }: Entry,
) {
  const balanceTotal = moved.paid + moved.bonus;
  const { eventId } = moved;
  if (eventId === null) throw new Error('an adjustment moved no coins');
  const answer = { kind: 'applied' as const, eventId, balanceTotal };
  if (moved.outcome === 'replayed') {
    ctx.header(...replayedHeader);
    return answer;
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
  return answer;
}

/** A grant over the threshold, done when a second person approves it. */
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
