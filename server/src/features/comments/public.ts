import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { listStrikesBefore, listWrittenBefore } from './moderation.sql.ts';

export { eraseAuthor } from './actions.ts';
export { strikesJson } from './moderation.sql.ts';
export { Strike } from './schema.ts';
export { commentsJson, reportsJson } from './sql.ts';

/** Comments and reports of a user, for the timeline. */
export const commentsSource = {
  type: 'comment',
  permission: 'moderation:read',
  list: (db: Db, userId: string, before: TimeCursor, limit: number) => listWrittenBefore(db, userId, before, limit),
} as const;

/** Includes removed strikes. */
export const strikesSource = {
  type: 'strike',
  async list(db: Db, userId: string, before: TimeCursor, limit: number) {
    const rows = await listStrikesBefore(db, userId, before, limit);
    return rows.map((row) => ({ ...row, type: 'strike' }));
  },
};
