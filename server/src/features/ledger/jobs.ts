import type { JobStep } from '../../kit/jobs/job.ts';
import { findVerdict, proveMoved } from './sql.ts';

const batch = 5_000;

/** Proves the books that moved since the last time, a few thousand events at a time. */
export const proveLedger: JobStep = {
  name: 'proved_ledger_events',
  async run({ database, signal }) {
    let proved = 0;
    for (;;) {
      const events = await database.transaction(async (tx, now) => proveMoved(tx, await findVerdict(tx), batch, now));
      proved += events;
      if (events < batch || signal.aborted) return proved;
    }
  },
};
