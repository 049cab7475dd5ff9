import type { JobStep } from '../../kit/jobs/job.ts';
import { retryNext } from './apply.ts';
import type { WebhookSource } from './source.ts';

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
