import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { type Admin, hasPermission } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { insertAccessChange } from '../active-admin.sql.ts';
import { deleteSecondFactor, listAdminNames, lockSecondFactor } from '../second-factor.sql.ts';
import { lockAdmin } from '../sql.ts';
import { refuseMove, stateOf } from './second-factor.ts';

/** Locks an admin who has a second factor to be cleared: asked at the request and again when it is approved. */
async function mustBeClearable(ctx: Ctx<Admin>, adminId: string): Promise<void> {
  (await lockAdmin(ctx.tx, adminId)) ?? refuse(notFound);
  const state = stateOf(await lockSecondFactor(ctx.tx, adminId));
  if (state !== 'confirmed') refuseMove(state);
}

/** Clearing a second factor that was lost, which takes two superadmins: one alone could make any account its own. */
export const secondFactorClear: approvals.ApprovalKind = {
  kind: 'second_factor_clear',
  targetType: 'admin',
  requesters: ['*'],
  deciders: { permission: '*' },
  dedupeByTarget: true,
  errors: [notFound, invalidTransition],
  async describe(db, ids, { permissions }) {
    const names = hasPermission(permissions, '*') ? await listAdminNames(db, ids) : [];
    return new Map(names.map(({ id, name }) => [id, { label: name, pictureUrl: null }]));
  },
  execute: async (ctx, id, payload) => {
    await mustBeClearable(ctx, id);
    await deleteSecondFactor(ctx.tx, id);
    await insertAccessChange(ctx.tx, id, 'second_factor', ctx.caller, ctx.now);
    await audit.record(ctx, {
      action: 'admin.second_factor_clear',
      target: { type: 'admin', id },
      reason: reasonIn(payload),
      before: { has_second_factor: true },
      after: { has_second_factor: false },
    });
    return { id };
  },
};

export async function requestClearing(ctx: Ctx<Admin>, adminId: string, reason: string): Promise<approvals.Pending> {
  await approvals.closeStale(ctx, secondFactorClear, adminId);
  await mustBeClearable(ctx, adminId);
  const asked = { targetId: adminId, reason: 'two_person_rule', payload: { reason } };
  return approvals.request(ctx, secondFactorClear, asked);
}

function reasonIn(payload: unknown): string | null {
  const isGiven = payload !== null && typeof payload === 'object' && 'reason' in payload;
  return isGiven && typeof payload.reason === 'string' ? payload.reason : null;
}
