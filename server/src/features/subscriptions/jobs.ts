import type { Tx } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import * as audit from '../audit/public.ts';
import { expireSubscriptions } from './sql.ts';

/** Updates the status of at most `most` subscriptions whose period has ended, and returns their number. */
export async function expire(tx: Tx, now: Date, most: number): Promise<number> {
  const elapsed = await expireSubscriptions(tx, now, most);
  const entries = elapsed.map(({ id, from, to }) => ({
    action: to === 'expired' ? ('subscription.expire' as const) : ('subscription.past_due' as const),
    target: { type: 'subscription', id },
    before: { status: from },
    after: { status: to },
  }));
  await audit.recordAll(audit.systemCtx(tx, now), entries);
  return elapsed.length;
}

export const expireElapsedSubscriptions: JobStep = {
  name: 'elapsed_subscriptions',
  run: (io) => inChunks(io, expire),
};
