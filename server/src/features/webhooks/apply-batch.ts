import { BatchQueue, type BatchRun, busy } from '../../kit/batch-queue.ts';
import { batchTransaction, failureKindOf } from '../../kit/db/batch-transaction.ts';
import type { Connections } from '../../kit/db/database.ts';
import { countEvent } from './metrics.ts';
import type { BatchApplier, BatchedEvent, EventResult, WebhookSource } from './source.ts';
import { lockFree, type Settlement, settleWebhooks } from './sql.ts';

/**
 * Events that came at the same moment are applied in one transaction, as far as their source can do that. Any other is
 * applied alone: one that the source leaves out, one whose key or row is held elsewhere, and one that made a batch fail.
 */

export interface QueuedEvent extends BatchedEvent<unknown> {
  /** After this time of `performance.now()` it is left to the job. */
  readonly startBy: number;
  /** Applies it in a transaction of its own, and never throws. */
  applyAlone(): Promise<void>;
}

/** Whether it is settled, or is to be applied alone. */
type Answer = 'settled' | 'alone';

/** Events of one key that wait for each other; those beyond are applied alone at once. */
const maxPerKey = 64;

export function batchedApply(
  database: Connections,
  { batch }: Pick<WebhookSource, 'batch'>,
): (arrived: QueuedEvent) => Promise<void> {
  if (!batch) return (arrived) => arrived.applyAlone();
  const queue = new BatchQueue<QueuedEvent, Answer>({
    run: async (arrived, how) => {
      if (!how.wait) return applyTogether(database, batch, arrived, how);
      for (const one of arrived) await one.applyAlone();
      return arrived.map(() => 'settled');
    },
    classify: failureKindOf,
    maxPerKey,
  });
  return async (arrived) => {
    const { event, startBy } = arrived;
    const key = batch.keyOf(event);
    // What goes wrong in the queue is met again alone, and written down then.
    const answer =
      key === undefined ? 'alone' : await queue.add(key, arrived, { startBy }).catch((): Answer => 'alone');
    if (answer === 'alone') await arrived.applyAlone();
  };
}

type Outcome = Answer | typeof busy;

async function applyTogether(
  database: Connections,
  batch: BatchApplier<unknown>,
  arrived: readonly QueuedEvent[],
  how: BatchRun,
): Promise<Outcome[]> {
  const settled: (EventResult & { readonly source: string })[] = [];
  const outcomes = await batchTransaction(database, how, async (tx, now) => {
    settled.length = 0;
    const states = await lockFree(
      tx,
      arrived.map(({ receipt }) => receipt.id),
    );
    const open = arrived.filter(({ receipt }) => states.get(receipt.id) === 'received');
    const eventResults = open.length > 0 ? await batch.apply({ tx, now }, open) : [];
    const results = new Map<QueuedEvent, Outcome>();
    const settlements: Settlement[] = [];
    for (const [n, one] of open.entries()) {
      const eventResult = eventResults[n];
      results.set(one, outcomeOf(eventResult));
      if (eventResult === undefined || eventResult === busy) continue;
      const { outcome, detail = null } = eventResult;
      settlements.push({ id: one.receipt.id, outcome, detail });
      settled.push({ ...eventResult, source: one.receipt.source });
    }
    await settleWebhooks(tx, settlements);
    // Whoever holds the row of one applies it; alone it is waited for.
    return arrived.map((one) => results.get(one) ?? (states.has(one.receipt.id) ? 'settled' : 'alone'));
  });
  for (const { source, outcome } of settled) countEvent(source, outcome);
  return outcomes;
}

function outcomeOf(eventResult: EventResult | typeof busy | undefined): Outcome {
  if (eventResult === undefined) return 'alone';
  return eventResult === busy ? busy : 'settled';
}
