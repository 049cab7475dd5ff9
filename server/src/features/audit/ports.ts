import type { Tx } from '../../kit/db/database.ts';

/** Implemented by later features. */
export interface AuditPorts {
  /** A query for `id, kind, lang, series_id, episode_id` of all files, including deleted ones. */
  readonly files: string;
  /** Locks the permissions of an admin until the transaction ends; undefined if disabled or deleted. */
  lockActiveAdmin(tx: Tx, adminId: string): Promise<{ readonly permissions: readonly string[] } | undefined>;
}
