import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { retryNext } from './apply.ts';
import { originalsKeptMs, rejectionsKeptMs } from './rules.ts';
import type { WebhookSource } from './source.ts';
import { deleteOriginals, deleteRejections } from './sql.ts';

/** Deletes the originals of messages and the counts of those that failed verification, once they are old. */
export const purgeWebhooks: JobStep = {
  name: 'old_webhook_originals',
  async run(io) {
    const before = (now: Date, keptMs: number) => new Date(now.getTime() - keptMs);
    const deleted = await inChunks(io, (tx, now, most) => deleteOriginals(tx, before(now, originalsKeptMs), most));
    return deleted + (await io.database.transaction((tx, now) => deleteRejections(tx, before(now, rejectionsKeptMs))));
  },
};

/** Per run of the job. */
const maxRetries = 1_000;

/** Retries failed events, each in a transaction of its own. */
export const retryWebhooks = (sources: readonly WebhookSource[]): JobStep => ({
  name: 'retried_webhooks',
  async run({ database, signal, log }) {
    let tried = 0;
    while (tried < maxRetries && !signal.aborted && (await retryNext(database, log, sources))) tried++;
    return tried;
  },
});
