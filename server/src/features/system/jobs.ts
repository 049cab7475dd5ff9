import type { Tx } from '../../kit/db/database.ts';
import { deleteOldKeys } from '../../kit/http/idempotency.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { deleteOldRuns } from '../../kit/jobs/sql.ts';
import { deleteDelivered } from '../../kit/outbox.sql.ts';
import { retentionMs } from './rules.ts';

type Remove = (tx: Tx, before: Date, most: number) => Promise<number>;

const purgeStep = (name: string, age: number, remove: Remove): JobStep => ({
  name,
  run: (io) => inChunks(io, (tx, now, size) => remove(tx, new Date(now.getTime() - age), size)),
});

export const purgeKeys = purgeStep('old_idempotency_keys', retentionMs.idempotencyKeys, deleteOldKeys);
export const purgeRuns = purgeStep('old_job_runs', retentionMs.jobRuns, deleteOldRuns);
export const purgeMessages = purgeStep('delivered_messages', retentionMs.deliveredMessages, deleteDelivered);
