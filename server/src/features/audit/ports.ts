import type { Tx } from '../../kit/db/database.ts';

/** What the audit log asks of features that come after it. */
export interface AuditPorts {
  /** A query for `id, kind, lang, series_id, episode_id` of every file, deleted ones too. */
  readonly files: string;
  /** What an admin may do now, held so until the transaction ends; undefined for one who is disabled or deleted. */
  lockActiveAdmin(tx: Tx, adminId: string): Promise<{ readonly permissions: readonly string[] } | undefined>;
}
