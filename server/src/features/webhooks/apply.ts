import { BatchQueue, type BatchRun, busy } from '../../kit/batch-queue.ts';
import { batchTransaction, failureKindOf } from '../../kit/db/batch-transaction.ts';
import { type Connections, type Db, inSavepoint, NotStarted } from '../../kit/db/database.ts';
import { isRetryable, isUnavailable, violatedConstraint } from '../../kit/db/faults.ts';
import type { Encryption } from '../../kit/encryption.ts';
import { invalidTransition, notFound, Refused, refuse, unavailable } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { countEvent } from './metrics.ts';
import { type Failure, failures, isReplayable, nextAttemptAt } from './rules.ts';
import {
  type BatchApplier,
  type BatchedEvent,
  type EventOrigin,
  type EventResult,
  type FaultLog,
  formatFieldErrors,
  type Parsed,
  sourceOf,
  type WebhookSource,
} from './source.ts';
import {
  findOriginal,
  findWebhook,
  type LockedEvent,
  lockDue,
  lockFree,
  lockIfFree,
  lockWebhook,
  type Settlement,
  settleWebhooks,
  updateWebhook,
  type WebhookRow,
} from './sql.ts';

/**
 * An event is applied under the lock of its row, by the request that delivered it, a repeated one, the job or an operator.
 * So it is applied exactly once, and one that fails is stored with the reason.
 */

interface Failed {
  readonly outcome: 'failed';
  readonly detail: string;
  readonly lastError: Failure;
}

const failed = (lastError: Failure, more = ''): Failed => ({
  outcome: 'failed',
  detail: `${failures[lastError]}${more && `: ${more}`}`,
  lastError,
});

function failureOf(error: unknown): Failed {
  if (error instanceof Refused && error.spec !== unavailable) return failed('refused', error.spec.code);
  if (error instanceof Refused || isUnavailable(error)) return failed('busy');
  return failed(violatedConstraint(error) === undefined ? 'unexpected' : 'conflicting');
}

type Result = EventResult | Failed | { readonly outcome: 'malformed'; readonly detail: string };

const readFrom = (source: WebhookSource, row: LockedEvent): Parsed<unknown> =>
  row.event === null ? source.parse(row.payload) : source.read(row.event);

/** Applies a stored event; if that fails, rolls back what it wrote and returns the reason. */
async function apply(
  ctx: audit.AuditCtx,
  log: FaultLog,
  source: WebhookSource | undefined,
  row: LockedEvent,
): Promise<Result> {
  if (!source) return failed('unknown_source');
  const parsed = readFrom(source, row);
  if ('faults' in parsed) {
    if (row.outcome !== 'malformed') return failed('unreadable');
    return { outcome: 'malformed', detail: formatFieldErrors(parsed.faults) };
  }
  const effects = ctx.effects.empty();
  try {
    const eventResult = await inSavepoint(ctx.tx, () => source.apply({ ...ctx, effects }, parsed.event, row));
    ctx.effects.addAll(effects);
    return eventResult;
  } catch (error) {
    // Serialization failures and deadlocks retry the whole transaction.
    if (isRetryable(error)) throw error;
    log.error({ err: error, webhook: row.id, source: row.source, requestId: ctx.requestId }, 'webhook event failed');
    return failureOf(error);
  }
}

const waitsForOf = (eventResult: Result): string | null =>
  eventResult.outcome === 'unmatched' ? (eventResult.waitsFor ?? null) : null;

function settlementOf(row: WebhookRow, eventResult: Result, now: Date) {
  const { outcome, detail = null } = eventResult;
  if (outcome !== 'failed') return { outcome, detail, waits_for: waitsForOf(eventResult), next_attempt_at: null };
  return { outcome, detail, last_error: eventResult.lastError, next_attempt_at: nextAttemptAt(row, now) };
}

interface Attempt {
  readonly source: WebhookSource | undefined;
  readonly id: string;
  /** Whether the locked event still needs this attempt. */
  readonly isOpen: (row: WebhookRow) => boolean;
  readonly from?: EventOrigin;
  /** Deadline to start, as `performance.now()`; later the attempt is left to the job. */
  readonly startBy?: number;
}

/** Applies an event and stores the outcome. Never throws: a failed event is retried. */
export async function attempt(database: Connections, log: FaultLog, { source, id, isOpen, from, startBy }: Attempt) {
  const options = { startBy };
  try {
    const settled = await database.transaction(async (tx, now) => {
      const row = await lockWebhook(tx, id);
      if (!row || !isOpen(row)) return undefined;
      const eventResult = await apply({ ...audit.systemCtx(tx, now), ...from }, log, source, row);
      await updateWebhook(tx, id, settlementOf(row, eventResult, now));
      return { name: row.source, outcome: eventResult.outcome };
    }, options);
    if (settled) countEvent(settled.name, settled.outcome);
  } catch (error) {
    log.error({ err: error, webhook: id }, 'webhook event could not be applied');
    // The job applies it.
    if (error instanceof NotStarted) return;
    await database
      .transaction(async (tx, now) => {
        // If another process has locked it by now, that one applies it.
        const row = await lockIfFree(tx, id);
        if (!row || !isOpen(row)) return;
        await updateWebhook(tx, id, settlementOf(row, failureOf(error), now));
        countEvent(row.source, 'failed');
      }, options)
      // Without the database, the job applies the event later.
      .catch((fault: unknown) =>
        log.error({ err: fault, webhook: id }, 'failure of a webhook event could not be stored'),
      );
  }
}

/**
 * Retries the event that has been due for longest, and returns whether there was one. The attempt is counted before it is
 * made, so that an event which crashes its process is retried with backoff like any other.
 */
export async function retryNext(database: Connections, log: FaultLog, sources: readonly WebhookSource[]) {
  const due = await database.transaction(async (tx, now) => {
    const row = await lockDue(tx, now);
    if (!row) return undefined;
    const attempts = row.attempts + 1;
    const { detail, lastError } = row.outcome === 'received' ? failed('interrupted') : row;
    await updateWebhook(tx, row.id, {
      outcome: 'failed',
      detail,
      last_error: lastError,
      attempts,
      next_attempt_at: nextAttemptAt({ ...row, attempts }, now),
    });
    return { id: row.id, source: sourceOf(sources, row.source), attempts };
  });
  if (!due) return false;
  const { id, source, attempts } = due;
  const isOpen = (row: WebhookRow) => row.outcome === 'failed' && row.attempts === attempts;
  await attempt(database, log, { source, id, isOpen });
  return true;
}

export interface ReplayOptions {
  readonly sources: readonly WebhookSource[];
  readonly log: FaultLog;
  readonly originals: Encryption;
}

/**
 * The original of an event, if it is stored and can be decrypted, with what its provider's API adds. If the provider still
 * does not answer, it is translated as it is.
 */
export async function readOriginal(db: Db, id: string, { sources, log, originals }: ReplayOptions): Promise<unknown> {
  const stored = await findWebhook(db, id);
  const source = stored && sourceOf(sources, stored.source);
  if (!source || !isReplayable(stored) || !stored.hasOriginal) return undefined;
  const content = await findOriginal(db, id);
  const text = content === undefined ? undefined : originals.decrypt(content);
  const original: unknown = text === undefined ? undefined : JSON.parse(text);
  const completed = source.completeAgain?.(stored.source, original).catch((error: unknown) => {
    log.error({ err: error, webhook: id, source: stored.source }, 'webhook event could not be completed');
    return original;
  });
  return (await completed) ?? original;
}

/** Replaces the event by a new translation of its original. */
async function translateAgain(
  { tx }: Ctx<Admin>,
  row: LockedEvent,
  source: WebhookSource,
  original: unknown,
): Promise<LockedEvent> {
  const translated = original === undefined ? undefined : source.translateAgain?.(row.source, original);
  const parsed = translated === undefined ? undefined : source.read(translated);
  if (!parsed || 'faults' in parsed) return row;
  const { event } = parsed;
  const payload = source.mask(translated);
  await updateWebhook(tx, row.id, { event: JSON.stringify(event), payload: JSON.stringify(payload) });
  return { ...row, event, payload };
}

/** Applies an event again on request of an operator. If it fails again, its scheduled retry is unchanged. */
export async function replay(
  ctx: Ctx<Admin>,
  id: string,
  { sources, log, original }: Pick<ReplayOptions, 'sources' | 'log'> & { readonly original: unknown },
): Promise<WebhookRow> {
  const stored = (await lockWebhook(ctx.tx, id)) ?? refuse(notFound);
  const source = sourceOf(sources, stored.source);
  if (!source || !isReplayable(stored)) {
    return refuse(invalidTransition, { currentState: stored.outcome, allowed: [] });
  }
  const row = await translateAgain(ctx, stored, source, original);
  const eventResult = await apply({ ...ctx, caller: audit.system }, log, source, row);
  // A newer release may be able to parse an event that was malformed.
  const parsed = row.outcome === 'malformed' && readFrom(source, row);
  await updateWebhook(ctx.tx, id, {
    ...settlementOf(row, eventResult, ctx.now),
    ...(parsed && 'event' in parsed && { event: JSON.stringify(parsed.event), occurred_at: parsed.occurredAt ?? null }),
    ...(eventResult.outcome === 'failed' && { next_attempt_at: row.nextAttemptAt }),
    replays: row.replays + 1,
    replayed_at: ctx.now,
  });
  const states = { before: { outcome: row.outcome }, after: { outcome: eventResult.outcome } };
  await audit.record(ctx, { action: 'webhook.replay', target: { type: 'webhook', id }, ...states });
  return (await findWebhook(ctx.tx, id)) ?? refuse(notFound);
}

export interface QueuedEvent extends BatchedEvent<unknown> {
  /** Deadline to start, as `performance.now()`; later it is left to the job. */
  readonly startBy: number;
  /** Applies it in a transaction of its own. Never throws. */
  applyAlone(): Promise<void>;
}

type Applied = 'settled' | 'alone';

/** Queued events per key; further ones are applied alone at once. */
const maxPerKey = 64;

/**
 * Applies concurrent events in one transaction, if their source supports it. An event is applied alone if the source
 * excludes it, if its key or row is locked by another transaction, or if it made a batch fail.
 */
export function batchedApply(
  database: Connections,
  { batch }: Pick<WebhookSource, 'batch'>,
): (arrived: QueuedEvent) => Promise<void> {
  if (!batch) return (arrived) => arrived.applyAlone();
  const queue = new BatchQueue<QueuedEvent, Applied>({
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
    // An error of the queue recurs when the event is applied alone, and is stored then.
    const applied =
      key === undefined ? 'alone' : await queue.add(key, arrived, { startBy }).catch((): Applied => 'alone');
    if (applied === 'alone') await arrived.applyAlone();
  };
}

async function applyTogether(
  database: Connections,
  batch: BatchApplier<unknown>,
  arrived: readonly QueuedEvent[],
  how: BatchRun,
): Promise<(Applied | typeof busy)[]> {
  const settled: (EventResult & { readonly source: string })[] = [];
  const outcomes = await batchTransaction(database, how, async (tx, now) => {
    settled.length = 0;
    const states = await lockFree(
      tx,
      arrived.map(({ receipt }) => receipt.id),
    );
    const open = arrived.filter(({ receipt }) => states.get(receipt.id) === 'received');
    const eventResults = open.length > 0 ? await batch.apply({ tx, now }, open) : [];
    const results = new Map<QueuedEvent, Applied | typeof busy>();
    const settlements: Settlement[] = [];
    for (const [n, one] of open.entries()) {
      const eventResult = eventResults[n];
      results.set(one, eventResult === undefined ? 'alone' : eventResult === busy ? busy : 'settled');
      if (eventResult === undefined || eventResult === busy) continue;
      const { outcome, detail = null } = eventResult;
      settlements.push({ id: one.receipt.id, outcome, detail, waitsFor: waitsForOf(eventResult) });
      settled.push({ ...eventResult, source: one.receipt.source });
    }
    await settleWebhooks(tx, settlements);
    // The row of an event without a state is locked by another transaction; applying it alone waits for it.
    return arrived.map((one) => results.get(one) ?? (states.has(one.receipt.id) ? 'settled' : 'alone'));
  });
  for (const { source, outcome } of settled) countEvent(source, outcome);
  return outcomes;
}
