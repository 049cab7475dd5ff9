import type { Db, Tx } from '../../kit/db/database.ts';
import type { AccessGrant } from './rules.ts';

interface ActiveAdmin {
  readonly role: string;
  readonly permissions: string[];
}

interface Holder {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

/** What approvals ask of the feature that knows admins. */
export interface ApprovalPorts {
  /** What an admin may do now, held so until the transaction ends; undefined for one who is disabled or deleted. */
  lockActiveAdmin(tx: Tx, adminId: string): Promise<ActiveAdmin | undefined>;
  /** The same for several, as they are now; those who are disabled or deleted are not among them. */
  listActiveAdmins(db: Db, adminIds: readonly string[]): Promise<ReadonlyMap<string, ActiveAdmin>>;
  /** Who can sign in and holds a permission, by name, in any of these roles or in every one. */
  listHolders(db: Db, permission: string, most: number, roles: readonly string[] | null): Promise<readonly Holder[]>;
  /** Who gave each of these admins access since a moment, and when last. */
  listAccessGrants(db: Db, adminIds: readonly string[], since: Date): Promise<readonly AccessGrant[]>;
}
