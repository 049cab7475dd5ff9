import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { rowsKeptMs } from './rules.ts';
import { deleteRows, findOldRun, markRowsDeleted } from './sql.ts';

/** Deletes the rows of old runs; counts and totals remain. */
export const purgeReconciliationRows: JobStep = {
  name: 'old_reconciliation_rows',
  async run(io) {
    const { database, signal } = io;
    const next = () => database.transaction((tx, now) => findOldRun(tx, new Date(now.getTime() - rowsKeptMs)));
    let deleted = 0;
    for (let runId = await next(); runId !== undefined && !signal.aborted; runId = await next()) {
      const run = runId;
      deleted += await inChunks(io, (tx, _now, size) => deleteRows(tx, run, size));
      if (signal.aborted) break;
      await database.transaction((tx, now) => markRowsDeleted(tx, run, now));
    }
    return deleted;
  },
};
