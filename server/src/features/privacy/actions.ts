import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { moveTo } from '../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../access/public.ts';
import * as approvals from '../approvals/public.ts';
import * as audit from '../audit/public.ts';
import { listRenewing } from '../subscriptions/public.ts';
import { describeUsers, maskFor, writtenAbout } from '../support/public.ts';
import {
  anonymizeDevices,
  deleteIdentities,
  type Identity,
  lockSelf,
  lockUser,
  maskUser,
  maskUserContacts,
  scheduleDeletion,
  statusAt,
  takeDeletion,
  type User,
  type UserRow,
  updateUser,
  userMoves,
} from '../users/public.ts';
import { deletionDelayMs } from './rules.ts';
import { insertErasure } from './sql.ts';

/**
 * Erases personal data of a feature in the transaction that anonymizes; `was` is the former identity. Only for a few
 * rows, because previews run it too; the rest is for `EraseLater`.
 */
export type EraseUserData = (ctx: audit.AuditCtx, userId: string, was: Identity) => Promise<void>;

/** Signs out everywhere at once, and lists the subscriptions that the stores continue to charge. */
export async function requestDeletion(ctx: Ctx<User>, stopPushes: EraseUserData) {
  const user = await lockSelf(ctx, ctx.caller);
  // Without the address of the request, which is personal data of the user.
  const deletesAt = await startDeletion(audit.systemCtx(ctx.tx, ctx.now, ctx.requestId), user, stopPushes);
  return { deletesAt, subscriptions: await listRenewing(ctx.tx, user.id) };
}

/** For a locked user. */
export async function startDeletion(ctx: audit.AuditCtx, user: UserRow, stopPushes: EraseUserData): Promise<Date> {
  const { tx, now } = ctx;
  const deletesAt = new Date(now.getTime() + deletionDelayMs);
  await scheduleDeletion(tx, user.id, deletesAt, now);
  await updateUser(tx, user.id, {}, now, true);
  await stopPushes(ctx, user.id, user);
  const target = { type: 'user', id: user.id };
  const change = { before: { deletesAt: null }, after: { deletesAt } };
  await audit.record(ctx, { action: 'user.request_deletion', target, ...change });
  return deletesAt;
}

/** Anonymizes a user whose row is locked. Cannot be undone. */
async function anonymize(ctx: audit.AuditCtx, user: UserRow, reason: string | null, erasers: readonly EraseUserData[]) {
  await updateUser(ctx.tx, user.id, { status: userMoves.anonymize.to, ...anonymous }, ctx.now, true);
  await anonymizeDevices(ctx.tx, user.id);
  await deleteIdentities(ctx.tx, user.id);
  for (const erase of erasers) await erase(ctx, user.id, user);
  await insertErasure(ctx.tx, user.id, ctx.now);
  const change = { before: { status: statusAt(user, ctx.now) }, after: { status: userMoves.anonymize.to } };
  await audit.record(ctx, { action: 'user.anonymize', target: { type: 'user', id: user.id }, reason, ...change });
}

const anonymous = {
  email: null,
  phone_e164: null,
  display_name: null,
  avatar_url: null,
  password_hash: null,
  auth_provider: 'none' as const,
  suspended_until: null,
  suspend_reason: null,
  ban_reason: null,
};

export interface Anonymizer {
  readonly kind: approvals.ApprovalKind;
  request(ctx: Ctx<Admin>, userId: string, reason: string): Promise<approvals.Pending>;
  /** Anonymizes a user whose deletion is due; false if it was cancelled. */
  deleteDue(ctx: audit.AuditCtx, userId: string): Promise<boolean>;
}

export function createAnonymizer(erasers: readonly EraseUserData[]): Anonymizer {
  const kind: approvals.ApprovalKind = {
    kind: 'user_anonymize',
    targetType: 'user',
    requesters: ['users:anonymize'],
    deciders: { permission: 'users:anonymize' },
    dedupeByTarget: true,
    errors: [notFound, invalidTransition],
    describe: describeUsers,
    maskNote: maskFor,
    execute: async (ctx, userId, payload) => {
      const user = await lockAnonymizable(ctx, userId);
      await takeDeletion(ctx.tx, userId);
      await anonymize(ctx, user, maskUserContacts(reasonIn(payload), user), erasers);
      return { id: userId };
    },
  };
  return {
    kind,
    async request(ctx, userId, reason) {
      await approvals.closeStale(ctx, kind, userId);
      const user = await lockAnonymizable(ctx, userId);
      const kept = maskUser(reason, user);
      const written = writtenAbout(user, [reason], [kept]);
      const asked = { targetId: userId, reason: 'two_person_rule', payload: { reason: kept }, written };
      return approvals.request(ctx, kind, asked);
    },
    async deleteDue(ctx, userId) {
      const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
      if (!(await takeDeletion(ctx.tx, userId, ctx.now))) return false;
      await anonymize(ctx, user, null, erasers);
      return true;
    },
  };
}

async function lockAnonymizable(ctx: Ctx<Admin>, userId: string): Promise<UserRow> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  moveTo(userMoves, 'anonymize', statusAt(user, ctx.now), permissionCheck(ctx.caller));
  return user;
}

function reasonIn(payload: unknown): string {
  const isGiven = payload !== null && typeof payload === 'object' && 'reason' in payload;
  return isGiven && typeof payload.reason === 'string' ? payload.reason : '';
}
