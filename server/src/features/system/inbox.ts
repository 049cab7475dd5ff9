import { invalidTransition, notFound, Refused, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { mustBeOrderly } from '../../kit/http/json.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { replayable, type WebhookOutcome } from './rules.ts';
import {
  claimEvent,
  findEvent,
  findWebhook,
  lockWebhook,
  settleReplay,
  settleWebhook,
  type WebhookRow,
} from './webhooks.sql.ts';

/** What became of an event: it changed something, there was nothing to change, or we do not know what it is about. */
export interface Verdict {
  readonly outcome: Exclude<WebhookOutcome, 'malformed'>;
  readonly detail?: string;
}

/** A provider's events, as the feature that they are about reads and applies them. */
export interface WebhookSource {
  readonly source: string;
  /** Applies an event, or answers undefined where it is none. */
  apply(ctx: Ctx<audit.Actor>, payload: unknown): Promise<Verdict | undefined>;
}

/**
 * Takes an event in, once for good: a repeated one does nothing and is answered like the first. Whoever calls has
 * checked its signature. One that cannot be read is kept too, after it is refused.
 */
export async function receive(ctx: Ctx, from: WebhookSource, eventId: string, payload: unknown): Promise<void> {
  const { source } = from;
  const kept = isStorable(payload) ? payload : undefined;
  const id = await claimEvent(ctx.tx, { source, eventId, payload: kept, outcome: 'unmatched' }, ctx.now);
  if (id === undefined) {
    const first = await findEvent(ctx.tx, source, eventId);
    return first?.outcome === 'malformed' ? refuseEvent() : undefined;
  }
  const verdict = kept === undefined ? undefined : await from.apply({ ...ctx, caller: audit.system }, kept);
  if (verdict) return settleWebhook(ctx.tx, id, verdict);
  ctx.afterwards((tx, now) => claimEvent(tx, { source, eventId, payload: kept, outcome: 'malformed' }, now));
  return refuseEvent();
}

const refuseEvent = (): never => refuseField('', 'is not an event of this provider');

/** Some JSON cannot be kept: the database has no place for U+0000. */
function isStorable(payload: unknown): boolean {
  try {
    mustBeOrderly(payload);
    return payload !== undefined;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Tries an event again that was about something we did not know. */
export async function replay(ctx: Ctx<Admin>, id: string, sources: readonly WebhookSource[]): Promise<WebhookRow> {
  const row = (await lockWebhook(ctx.tx, id)) ?? refuse(notFound);
  const from = sources.find(({ source }) => source === row.source);
  if (!from || !replayable.includes(row.outcome)) {
    return refuse(invalidTransition, { currentState: row.outcome, allowed: [] });
  }
  const verdict = (await from.apply({ ...ctx, caller: audit.system }, row.payload)) ?? refuseEvent();
  await settleReplay(ctx.tx, id, verdict, ctx.now);
  const states = { before: { outcome: row.outcome }, after: { outcome: verdict.outcome } };
  await audit.record(ctx, { action: 'webhook.replay', target: { type: 'webhook', id }, ...states });
  return (await findWebhook(ctx.tx, id)) ?? refuse(notFound);
}
