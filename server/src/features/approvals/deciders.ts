import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { type Admin, insufficientPermissions } from '../access/public.ts';
import { type ApprovalKind, type ApprovalKinds, mayDecide, mayRequest } from './kinds.ts';
import type { ApprovalPorts } from './ports.ts';
import { type ApprovalRequest, oldestAccessChange } from './rules.ts';
import type { ApprovalRow } from './sql.ts';

export interface DecisionOptions {
  readonly kinds: ApprovalKinds;
  readonly ports: ApprovalPorts;
  readonly approverCooldownHours: number;
  readonly log: { warn(fields: object, message: string): void };
}

/** Grants of access to the caller and to the requesters. */
export function listAccessGrants(
  { ports, approverCooldownHours }: DecisionOptions,
  db: Db,
  { caller, now }: { caller: Pick<Admin, 'id'>; now: Date },
  asked: readonly ApprovalRequest[],
) {
  const admins = new Set([caller.id, ...asked.map(({ requestedBy }) => requestedBy.id)]);
  return ports.listAccessGrants(db, [...admins], oldestAccessChange(now, approverCooldownHours));
}

/** Whether the requesters of pending approvals are still eligible. */
export async function eligibleOf(
  { kinds, ports }: Pick<DecisionOptions, 'kinds' | 'ports'>,
  db: Db,
  rows: readonly ApprovalRow[],
): Promise<(row: ApprovalRow) => boolean> {
  const pending = rows.filter(({ status }) => status === 'pending');
  const ids = [...new Set(pending.map(({ requestedBy }) => requestedBy.id))];
  const active = ids.length === 0 ? undefined : await ports.listActiveAdmins(db, ids);
  return ({ kind: name, requestedBy }) => {
    const kind = kinds.find(name);
    return kind !== undefined && mayRequest(kind, active?.get(requestedBy.id));
  };
}

/** Checks the decider again, because the decision may have waited; locked last, like the requester. */
export async function lockDecider(
  ctx: Ctx<Admin>,
  { approval, kind }: { approval: ApprovalRow; kind: ApprovalKind },
  { ports }: DecisionOptions,
): Promise<void> {
  const decider = await ports.lockActiveAdmin(ctx.tx, ctx.caller.id);
  if (!decider || !mayDecide(kind.deciders, decider)) refuseDecider(approval, kind);
}

export function refuseDecider({ requiredPermission }: ApprovalRow, kind: ApprovalKind | undefined): never {
  const roles = kind?.deciders.roles;
  return refuse(insufficientPermissions, {
    required: [requiredPermission],
    ...(roles && { requiredRoles: [...roles] }),
  });
}
