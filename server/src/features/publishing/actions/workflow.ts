import type { Tx } from '../../../kit/db/database.ts';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { mustMatch } from '../../../kit/revision.ts';
import { moveTo } from '../../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { filesOf, lockEpisodesOf, type State, setEpisodesState, states, workflow } from '../../catalog/public.ts';
import { type Item, idsOf, items } from '../items.ts';
import type { PublishingPorts } from '../ports.ts';
import { episodeMoves, type ItemType, type Warning, warningsBeforePublishing } from '../rules.ts';
import { type Cancelled, cancelOpen } from '../sql.ts';

/**
 * Changes the state, and returns warnings about what viewers would miss or lose. Some moves of a series also move its
 * episodes.
 */
export async function act(
  ctx: Ctx<Admin>,
  ports: PublishingPorts,
  type: ItemType,
  id: string,
  { action, note }: { action: string; note?: string },
): Promise<Warning[]> {
  const item = (await items[type].lock(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, item.revision);
  const to = moveTo(workflow, action, item.status, permissionCheck(ctx.caller));
  const warnings = await warningsOf(ctx.tx, ports, item, action);
  await items[type].setState(ctx.tx, id, to, ctx.now);
  // Only scheduled items have an open schedule.
  const [cancelled] = item.status === 'scheduled' ? await cancelOpen(ctx.tx, [id]) : [];
  const entry = entryOf(item, action, to, warnings);
  const reason = note?.trim() || null;
  await audit.record(ctx, { ...entry, before: { ...entry.before, ...scheduleIn(cancelled) }, reason });
  const moved = type === 'series' ? await moveEpisodes(ctx, id, action, reason) : [];
  return [...warnings, ...moved];
}

const scheduleIn = (cancelled: Cancelled | undefined) =>
  cancelled && { scheduleId: cancelled.scheduleId, runAt: cancelled.runAt };

const isAction = (action: string): action is keyof typeof workflow => Object.hasOwn(workflow, action);

/** Each with an audit entry. Returns warnings with the numbers of moved episodes. */
async function moveEpisodes(
  ctx: Ctx<Admin>,
  seriesId: string,
  action: string,
  reason: string | null,
): Promise<Warning[]> {
  const moves = isAction(action) ? episodeMoves[action] : undefined;
  if (!moves) return [];
  const episodes = await lockEpisodesOf(ctx.tx, seriesId);
  const scheduled = episodes.filter(({ status }) => status === 'scheduled' && moves.scheduled);
  const open = scheduled.length > 0 ? await cancelOpen(ctx.tx, idsOf(scheduled)) : [];
  const cancelled = new Map(open.map((one) => [one.refId, one]));
  let moved = 0;
  for (const state of states) {
    const [steps = [], ids] = [moves[state], idsOf(episodes.filter(({ status }) => status === state))];
    if (steps.length === 0 || ids.length === 0) continue;
    moved += ids.length;
    let before: State = state;
    for (const step of steps) {
      const { to } = workflow[step];
      const entries = ids.map((id) => ({
        action: `episode.${step}` as const,
        target: { type: 'episode', id },
        reason,
        before: { status: before, ...(step === 'unpublish' && scheduleIn(cancelled.get(id))) },
        after: { status: to },
      }));
      await audit.recordAll(ctx, entries);
      before = to;
    }
    await setEpisodesState(ctx.tx, ids, before, ctx.now);
  }
  return warningsOfMoved(action, moved, scheduled.length);
}

/** Scheduled episodes of an archived series return to review. */
function warningsOfMoved(action: string, moved: number, unscheduled: number): Warning[] {
  const codes = {
    send_back: 'episodes_sent_back',
    archive: 'episodes_archived',
    restore: 'episodes_restored',
  } as const;
  const code = action === 'send_back' || action === 'archive' || action === 'restore' ? codes[action] : undefined;
  const count = action === 'archive' ? moved - unscheduled : moved;
  return [
    ...(code && count > 0 ? [{ code, count }] : []),
    ...(unscheduled > 0 ? [{ code: 'releases_cancelled' as const, count: unscheduled }] : []),
  ];
}

export async function warningsOf(tx: Tx, ports: PublishingPorts, item: Item, action: string): Promise<Warning[]> {
  if (action === 'submit' || action === 'publish') {
    const files = await filesOf(tx, ports.files, item.shown);
    return warningsBeforePublishing(
      item.targetLanguages,
      item.shown.map(({ id }) => files(id)),
    );
  }
  if (action === 'unpublish' && item.type === 'series') {
    const count = item.episodes.filter(({ status }) => status === 'scheduled').length;
    return count > 0 ? [{ code: 'episodes_stay_scheduled', count }] : [];
  }
  const count = action === 'restore' ? await ports.unlocks.countUnlockers(tx, idsOf(item.episodes)) : 0;
  return count > 0 ? [{ code: 'unlocked_users_lose_access', count }] : [];
}

export function entryOf(item: Item, action: string, to: State, warnings: readonly Warning[]): audit.AuditEntry {
  const languages = warnings.find(({ code }) => code === 'missing_captions')?.languages;
  return {
    action: `${item.type}.${action}`,
    target: { type: item.type, id: item.id },
    before: { status: item.status },
    after: { status: to },
    flags: { ...(languages && { missing_captions: languages }) },
  };
}
