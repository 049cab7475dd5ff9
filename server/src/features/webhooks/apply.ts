import { type Connections, inSavepoint, NotStarted } from '../../kit/db/database.ts';
import { isRetryable, isUnavailable, violatedConstraint } from '../../kit/db/faults.ts';
import { invalidTransition, notFound, Refused, refuse, unavailable } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { countEvent } from './metrics.ts';
import { type Failure, failures, isReplayable, nextAttemptAt } from './rules.ts';
import {
  type EventOrigin,
  type EventResult,
  type FaultLog,
  formatFieldErrors,
  type Parsed,
  sourceOf,
  type WebhookSource,
} from './source.ts';
import {
  type Change,
  findWebhook,
  type LockedEvent,
  lockDue,
  lockIfFree,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from './sql.ts';

/**
 * An event is applied in a transaction of its own, by whoever holds its row: the request that brought it, a copy of it,
 * the job, or an operator. So it is applied once, and one that cannot be applied is kept with the reason.
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

interface Malformed {
  readonly outcome: 'malformed';
  readonly detail: string;
}

const malformed = (faults: readonly FieldError[]): Malformed => ({
  outcome: 'malformed',
  detail: formatFieldErrors(faults),
});

const readFrom = (source: WebhookSource, row: LockedEvent): Parsed<unknown> =>
  row.event === null ? source.parse(row.payload) : source.read(row.event);

/** Applies what is kept of an event, or says why that failed; what it had written is undone then. */
async function apply(
  ctx: audit.AuditCtx,
  log: FaultLog,
  source: WebhookSource | undefined,
  row: LockedEvent,
): Promise<EventResult | Failed | Malformed> {
  if (!source) return failed('unknown_source');
  const parsed = readFrom(source, row);
  if ('faults' in parsed) return row.outcome === 'malformed' ? malformed(parsed.faults) : failed('unreadable');
  const effects = ctx.effects.empty();
  try {
    const eventResult = await inSavepoint(ctx.tx, () => source.apply({ ...ctx, effects }, parsed.event, row));
    ctx.effects.addAll(effects);
    return eventResult;
  } catch (error) {
    // A lost race is run again as a whole.
    if (isRetryable(error)) throw error;
    log.error({ err: error, webhook: row.id, source: row.source, requestId: ctx.requestId }, 'a webhook failed');
    return failureOf(error);
  }
}

function settlementOf(row: WebhookRow, eventResult: EventResult | Failed | Malformed, now: Date) {
  const { outcome, detail = null } = eventResult;
  if (outcome !== 'failed') return { outcome, detail, next_attempt_at: null };
  return { outcome, detail, last_error: eventResult.lastError, next_attempt_at: nextAttemptAt(row, now) };
}

interface Attempt {
  readonly source: WebhookSource | undefined;
  readonly id: string;
  /** Whether it is still this attempt's to make, once its row is locked. */
  readonly isOpen: (row: WebhookRow) => boolean;
  readonly from?: EventOrigin;
  /** An attempt that has not begun by this time of `performance.now()` is left to the job. */
  readonly startBy?: number;
}

/** Applies an event under its lock and keeps what became of it. Nothing is thrown: what failed is tried again. */
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
    log.error({ err: error, webhook: id }, 'a webhook could not be applied');
    // It stays as it is, and the job applies it.
    if (error instanceof NotStarted) return;
    await database
      .transaction(async (tx, now) => {
        // Where someone else is at it by now, it is theirs.
        const row = await lockIfFree(tx, id);
        if (!row || !isOpen(row)) return;
        await updateWebhook(tx, id, settlementOf(row, failureOf(error), now));
        countEvent(row.source, 'failed');
      }, options)
      // The database is gone; the job finds the event when it is back.
      .catch((fault: unknown) => log.error({ err: fault, webhook: id }, 'a failed webhook could not be noted'));
  }
}

/**
 * Tries the event that has been due for longest, and answers whether there was one. The attempt is written down before it
 * is made, so that an event which takes its process down with it waits like any other that failed.
 */
export async function retryNext(database: Connections, log: FaultLog, sources: readonly WebhookSource[]) {
  const taken = await database.transaction(async (tx, now) => {
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
  if (!taken) return false;
  const { id, source, attempts } = taken;
  const isOpen = (row: WebhookRow) => row.outcome === 'failed' && row.attempts === attempts;
  await attempt(database, log, { source, id, isOpen });
  return true;
}

/** What is kept of an event that could not be read when it came, once it can. */
function nowRead(source: WebhookSource, row: LockedEvent): Pick<Change, 'event' | 'occurred_at'> {
  const parsed = readFrom(source, row);
  if ('faults' in parsed) return {};
  return { event: JSON.stringify(parsed.event), occurred_at: parsed.occurredAt ?? null };
}

/** Applies an event again by hand. One that fails again is tried by itself when it would have been. */
export async function replay(
  ctx: Ctx<Admin>,
  id: string,
  { sources, log }: { sources: readonly WebhookSource[]; log: FaultLog },
): Promise<WebhookRow> {
  const row = (await lockWebhook(ctx.tx, id)) ?? refuse(notFound);
  const source = sourceOf(sources, row.source);
  if (!source || !isReplayable(row)) {
    return refuse(invalidTransition, { currentState: row.outcome, allowed: [] });
  }
  const eventResult = await apply({ ...ctx, caller: audit.system }, log, source, row);
  const settlement = settlementOf(row, eventResult, ctx.now);
  await updateWebhook(ctx.tx, id, {
    ...settlement,
    ...(row.outcome === 'malformed' && nowRead(source, row)),
    ...(eventResult.outcome === 'failed' && { next_attempt_at: row.nextAttemptAt }),
    replays: row.replays + 1,
    replayed_at: ctx.now,
  });
  const states = { before: { outcome: row.outcome }, after: { outcome: eventResult.outcome } };
  await audit.record(ctx, { action: 'webhook.replay', target: { type: 'webhook', id }, ...states });
  return (await findWebhook(ctx.tx, id)) ?? refuse(notFound);
}
