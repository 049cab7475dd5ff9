import type { Db, Tx } from '../../kit/db/database.ts';
import type { Binding } from './rules.ts';

/** What approvals ask of the feature that knows admins. */
export interface ApprovalPorts {
  /** What an admin may do now, held so until the transaction ends; undefined for one who is disabled or deleted. */
  lockActiveAdmin(tx: Tx, adminId: string): Promise<{ role: string; permissions: string[] } | undefined>;
  /** Who gave each of these admins access since a moment, and when last. */
  listBinders(db: Db, adminIds: readonly string[], since: Date): Promise<readonly Binding[]>;
}
