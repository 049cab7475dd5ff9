import type { Db, Tx } from '../../kit/db/database.ts';
import type { ErrorSpec } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { type Admin, hasPermission, type Permission } from '../access/public.ts';
import type * as audit from '../audit/public.ts';

/** Holders of the permission, optionally only in these roles. */
export interface Deciders {
  readonly permission: Permission;
  readonly roles?: readonly string[];
}

export type Viewer = Pick<Admin, 'id' | 'role' | 'permissions'>;

/** Name, picture and figures of a target that help to decide. */
export interface Target {
  readonly label: string;
  readonly pictureUrl: string | null;
  readonly [figure: string]: unknown;
}

export interface PersonalNote {
  /** Stored permanently. */
  readonly kept: string;
  /** Stored until the user is anonymized. */
  readonly written: string;
  readonly userId: string;
}

/** A request that was closed without approval. */
export interface ClosedRequest {
  readonly id: string;
  readonly targetId: string;
  readonly payload: unknown;
  readonly status: 'rejected' | 'cancelled' | 'expired';
  /** Note of the decider. */
  readonly note: string | null;
}

/** An action that requires approval, registered by its feature. */
export interface ApprovalKind {
  /** In the API and the database, in snake_case. */
  readonly kind: string;
  readonly targetType: string;
  /** Any one of these permissions, which the requester must still have at approval. */
  readonly requesters: readonly Permission[];
  readonly deciders: Deciders;
  /** Whether a second request for the same target, while the first is pending, is the same request. */
  readonly dedupeByTarget: boolean;
  /** Required to read the result; by default everyone who sees the approval may. */
  readonly resultReader?: Permission;
  /** Errors of the action. */
  readonly errors: readonly ErrorSpec[];
  /** Targets by id, including deleted ones; targets that the viewer may not see are omitted. */
  describe(db: Db, targetIds: readonly string[], viewer: Viewer): Promise<ReadonlyMap<string, Target>>;
  /** For targets that are persons. */
  maskNote?(tx: Tx, targetId: string, note: string): Promise<PersonalNote>;
  /** Called when requests are closed without approval. */
  onClosed?(ctx: audit.AuditCtx, requests: readonly ClosedRequest[]): Promise<void>;
  /** The user whom the action locks, by whom approvals queue; the target by default. */
  lockedUser?(db: Db, targetId: string): Promise<string | undefined>;
  /** Runs all checks and executes the action. Previewed at the request, executed at approval. */
  execute(ctx: Ctx<Admin>, targetId: string, payload: unknown): Promise<object>;
}

export class ApprovalKinds {
  readonly names: readonly string[];
  readonly targetTypes: readonly string[];
  readonly errors: readonly ErrorSpec[];
  readonly #byName: ReadonlyMap<string, ApprovalKind>;

  constructor(kinds: readonly ApprovalKind[]) {
    this.names = kinds.map(({ kind }) => kind);
    this.targetTypes = [...new Set(kinds.map(({ targetType }) => targetType))];
    this.errors = kinds.flatMap(({ errors }) => errors);
    this.#byName = new Map(kinds.map((kind) => [kind.kind, kind]));
    const twice = this.names.find((name, index) => this.names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`two kinds of approval are called ${twice}`);
  }

  find(name: string): ApprovalKind | undefined {
    return this.#byName.get(name);
  }

  /** The key by which approvals queue. */
  async lockedBy(db: Db, { kind, targetId }: { readonly kind: string; readonly targetId: string }): Promise<string> {
    return (await this.find(kind)?.lockedUser?.(db, targetId)) ?? targetId;
  }

  mayDecide(name: string, viewer: Viewer): boolean {
    const kind = this.find(name);
    return kind !== undefined && mayDecide(kind.deciders, viewer);
  }

  /** For viewers who may not see more. */
  static byId = (targetId: string): Target => ({ label: targetId, pictureUrl: null });

  /** One query for each kind. */
  async describe(
    db: Db,
    approvals: readonly { readonly kind: string; readonly targetId: string }[],
    viewer: Viewer,
  ): Promise<(approval: { readonly kind: string; readonly targetId: string }) => Target> {
    const known = new Map<string, ReadonlyMap<string, Target>>();
    for (const name of new Set(approvals.map(({ kind }) => kind))) {
      const ids = new Set(approvals.filter(({ kind }) => kind === name).map(({ targetId }) => targetId));
      known.set(name, (await this.find(name)?.describe(db, [...ids], viewer)) ?? new Map());
    }
    return ({ kind, targetId }) => known.get(kind)?.get(targetId) ?? ApprovalKinds.byId(targetId);
  }
}

/** Whether the requester is still eligible. */
export const mayRequest = (
  { requesters }: Pick<ApprovalKind, 'requesters'>,
  requester: { readonly permissions: readonly string[] } | undefined,
): boolean =>
  requester !== undefined && requesters.some((permission) => hasPermission(requester.permissions, permission));

export function mayDecide(
  { permission, roles }: Deciders,
  { role, permissions }: Pick<Viewer, 'role' | 'permissions'>,
): boolean {
  return (!roles || roles.includes(role)) && hasPermission(permissions, permission);
}
