import type { Tx } from '../../kit/db/database.ts';
import { deleteOldKeys } from '../../kit/http/idempotency.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { deleteOldRuns } from '../../kit/jobs/sql.ts';
import { deleteDelivered } from '../../kit/outbox.sql.ts';
import { retryNext } from './apply.ts';
import { retentionMs } from './rules.ts';
import type { WebhookSource } from './webhook-source.ts';

type Remove = (tx: Tx, before: Date, most: number) => Promise<number>;

const purgeStep = (name: string, age: number, remove: Remove): JobStep => ({
  name,
  run: (io) => inChunks(io, (tx, now, size) => remove(tx, new Date(now.getTime() - age), size)),
});

/** More than these wait for the next tick. */
const maxRetries = 1_000;

/** Applies what could not be applied when it came. Each event is a transaction of its own: one that fails holds up no other. */
export const retryWebhooks = (sources: readonly WebhookSource[]): JobStep => ({
  name: 'retried_webhooks',
  async run({ database, signal, log }) {
    let tried = 0;
    while (tried < maxRetries && !signal.aborted && (await retryNext(database, log, sources))) tried++;
    return tried;
  },
});

export const purgeKeys = purgeStep('old_idempotency_keys', retentionMs.idempotencyKeys, deleteOldKeys);
export const purgeRuns = purgeStep('old_job_runs', retentionMs.jobRuns, deleteOldRuns);
export const purgeMessages = purgeStep('delivered_messages', retentionMs.deliveredMessages, deleteDelivered);
