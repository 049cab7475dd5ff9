import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { numberEntries } from './sql.ts';

/** Entries from before they had numbers get theirs, so that they are sealed too. */
export const numberOldEntries: JobStep = {
  name: 'numbered_audit_entries',
  run: (io) => inChunks(io, (tx, _now, size) => numberEntries(tx, size)),
};
