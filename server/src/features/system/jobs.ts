import type { Tx } from '../../kit/db/database.ts';
import { deleteOldKeys } from '../../kit/http/idempotency.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { deleteOldRuns } from '../../kit/jobs/sql.ts';
import { deleteDelivered } from '../../kit/outbox.sql.ts';
import { keepMs } from './rules.ts';

type Remove = (tx: Tx, before: Date, most: number) => Promise<number>;

const forget = (name: string, age: number, remove: Remove): JobStep => ({
  name,
  run: (io) => inChunks(io, (tx, now, size) => remove(tx, new Date(now.getTime() - age), size)),
});

export const forgetKeys = forget('old_idempotency_keys', keepMs.idempotencyKeys, deleteOldKeys);
export const forgetRuns = forget('old_job_runs', keepMs.jobRuns, deleteOldRuns);
export const forgetMessages = forget('delivered_messages', keepMs.deliveredMessages, deleteDelivered);
