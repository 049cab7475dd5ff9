import type { JobStep } from '../../kit/jobs/job.ts';
import { retryNext } from './apply.ts';
import type { WebhookSource } from './source.ts';

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
