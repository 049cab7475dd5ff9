import { sql } from 'kysely';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { keepMs } from './rules.ts';

/** Long after the last feed that was composed before it is gone. */
const ageMs = 20 * keepMs;

export const purgeFeedChanges: JobStep = {
  name: 'old_feed_changes',
  run: (io) =>
    inChunks(io, async (tx, now, size) => {
      const query = sql`delete from feed_changes where id in (
        select id from feed_changes where created_at < ${new Date(now.getTime() - ageMs)} limit ${size}) returning id`;
      return (await query.execute(tx)).rows.length;
    }),
};
