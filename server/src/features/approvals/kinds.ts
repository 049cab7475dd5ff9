import type { Db, Tx } from '../../kit/db/database.ts';
import type { ErrorSpec } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { type Admin, hasPermission, type Permission } from '../access/public.ts';
import type * as audit from '../audit/public.ts';

/** Who may decide a kind: holders of the permission, where given only in these roles. */
export interface Deciders {
  readonly permission: Permission;
  readonly roles?: readonly string[];
}

/** Who looks at an approval. */
export type Viewer = Pick<Admin, 'id' | 'role' | 'permissions'>;

/** What one is told of the thing that an approval is about: its name, its picture, and figures that help to decide. */
export interface Target {
  readonly label: string;
  readonly pictureUrl: string | null;
  readonly [figure: string]: unknown;
}

/** What an admin wrote about a user. */
export interface PersonalNote {
  /** As it is kept for good. */
  readonly kept: string;
  /** As it is kept beside the audit log until the user is anonymized. */
  readonly written: string;
  readonly userId: string;
}

/** A request that ended without being approved. */
export interface ClosedRequest {
  readonly id: string;
  readonly targetId: string;
  /** What was asked for. */
  readonly payload: unknown;
  readonly status: 'rejected' | 'cancelled' | 'expired';
  /** What who rejected it wrote. */
  readonly note: string | null;
}

/** An act that takes two people, as the feature it belongs to registers it. */
export interface ApprovalKind {
  /** Its name in the API and in the database: small letters and underscores. */
  readonly kind: string;
  readonly targetType: string;
  /** Any one of these is what it takes to ask, and what who asked must still hold when it is approved. */
  readonly requesters: readonly Permission[];
  readonly deciders: Deciders;
  /** Whether asking again for the same target, while the first request waits, is the same request. */
  readonly dedupeByTarget: boolean;
  /** The permission that it takes to read the result; without one everyone who sees the approval reads it. */
  readonly resultReader?: Permission;
  /** How the act can be refused. */
  readonly errors: readonly ErrorSpec[];
  /** What a viewer may know of these targets, also of those that are gone; others are shown by their id. */
  describe(db: Db, targetIds: readonly string[], viewer: Viewer): Promise<ReadonlyMap<string, Target>>;
  /** What a decider wrote, where the target is a person. */
  maskNote?(tx: Tx, targetId: string, note: string): Promise<PersonalNote>;
  /** What it means to targets that requests about them ended without being approved. */
  onClosed?(ctx: audit.AuditCtx, requests: readonly ClosedRequest[]): Promise<void>;
  /** The user whom the act locks, by whom approvals queue; the target itself where this is left out. */
  lockedUser?(db: Db, targetId: string): Promise<string | undefined>;
  /** Does the act, with every check of the day. Previewed when it is asked for, for real when it is approved. */
  execute(ctx: Ctx<Admin>, targetId: string, payload: unknown): Promise<object>;
}

/** The kinds that the features have registered. */
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

  /** What approving locks: the user whom the act is about, or its target. */
  async lockedBy(db: Db, { kind, targetId }: { readonly kind: string; readonly targetId: string }): Promise<string> {
    return (await this.find(kind)?.lockedUser?.(db, targetId)) ?? targetId;
  }

  mayDecide(name: string, viewer: Viewer): boolean {
    const kind = this.find(name);
    return kind !== undefined && mayDecide(kind.deciders, viewer);
  }

  /** A target by its id, as those are shown it who may not know more. */
  static byId = (targetId: string): Target => ({ label: targetId, pictureUrl: null });

  /** The targets of many approvals, each kind asked once. */
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

/** Whether one who asked for this kind may still ask for it. */
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
