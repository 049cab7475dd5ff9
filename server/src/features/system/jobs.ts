import type { Tx } from '../../kit/db/database.ts';
import { deleteOldKeys } from '../../kit/http/idempotency.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { deleteOldRuns } from '../../kit/jobs/sql.ts';
import { deleteDelivered } from '../../kit/outbox.sql.ts';
import { retryNext } from './apply.ts';
import { keepMs } from './rules.ts';
import type { WebhookSource } from './webhook-source.ts';

type Remove = (tx: Tx, before: Date, most: number) => Promise<number>;

const forget = (name: string, age: number, remove: Remove): JobStep => ({
  name,
  run: (io) => inChunks(io, (tx, now, size) => remove(tx, new Date(now.getTime() - age), size)),
});

/** More than these wait for the next tick. */
const mostRetries = 1_000;

/** Applies what could not be applied when it came. Each event is a transaction of its own: one that fails holds up no other. */
export const retryWebhooks = (sources: readonly WebhookSource[]): JobStep => ({
  name: 'retried_webhooks',
  async run({ database, signal, log }) {
    let tried = 0;
    while (tried < mostRetries && !signal.aborted && (await retryNext(database, log, sources))) tried++;
    return tried;
  },
});

export const forgetKeys = forget('old_idempotency_keys', keepMs.idempotencyKeys, deleteOldKeys);
export const forgetRuns = forget('old_job_runs', keepMs.jobRuns, deleteOldRuns);
export const forgetMessages = forget('delivered_messages', keepMs.deliveredMessages, deleteDelivered);
