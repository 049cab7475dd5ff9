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

/** Implemented by `admins`. */
export interface ApprovalPorts {
  /** Locks the role and permissions until the transaction ends; undefined if disabled or deleted. */
  lockActiveAdmin(tx: Tx, adminId: string): Promise<ActiveAdmin | undefined>;
  /** The active ones among these, without locks. */
  listActiveAdmins(db: Db, adminIds: readonly string[]): Promise<ReadonlyMap<string, ActiveAdmin>>;
  /** Active admins with a permission, optionally only in these roles, by name. */
  listHolders(db: Db, permission: string, most: number, roles: readonly string[] | null): Promise<readonly Holder[]>;
  /** Who gave these admins access since that time, and when last. */
  listAccessGrants(db: Db, adminIds: readonly string[], since: Date): Promise<readonly AccessGrant[]>;
}
