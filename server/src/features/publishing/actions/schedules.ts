import type { Static } from 'typebox';
import { notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import { moveTo } from '../../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { lockEpisodes, type State, schedulable, setEpisodesState, workflow } from '../../catalog/public.ts';
import { bulkInvalid } from '../errors.ts';
import { items } from '../items.ts';
import { findPlanned } from '../planned.ts';
import { lastMoment, scheduleMoves, timesFrom } from '../rules.ts';
import type { BulkBody, NewSchedule, Planned, ScheduleBody, ScheduleRow } from '../schema.ts';
import { cancelOpen, findSchedule, insertSchedules, moveSchedule, reopenSchedule } from '../sql.ts';

const moves = { ...workflow, ...schedulable };

const momentIn = (field: string, text: string): Date =>
  parseMoment(text) ?? refuseField(field, 'must be a moment with an offset');

function entryOf({ id, refType, refId, runAt }: NewSchedule, before: State): audit.AuditEntry {
  return {
    action: `${refType}.schedule`,
    target: { type: refType, id: refId },
    before: { status: before },
    after: { status: 'scheduled', runAt, scheduleId: id },
  };
}

/** A time in the past means the next run of the scheduler. */
export async function schedule(
  ctx: Ctx<Admin>,
  request: Omit<Static<typeof ScheduleBody>, 'action'>,
): Promise<Planned> {
  const { refType } = request;
  const refId = request.refId.toLowerCase();
  const item = (isId(refId) && (await items[refType].lock(ctx.tx, refId))) || refuse(notFound, { field: 'refId' });
  const to = moveTo(moves, 'schedule', item.status, permissionCheck(ctx.caller));
  const row = { id: newId(), refType, refId, runAt: momentIn('runAt', request.runAt) };
  await insertSchedules(ctx.tx, [row], ctx.caller.id, ctx.now);
  await items[refType].setState(ctx.tx, refId, to, ctx.now);
  await audit.record(ctx, entryOf(row, item.status));
  return (await findPlanned(ctx.tx, [row.id]))[0] ?? refuse(notFound);
}

type Plan = Static<typeof BulkBody>;

const longestStep = 365;

function daysBetween({ cadence, cadenceValue }: Plan): number {
  if (cadence !== 'every_n_days') return cadence === 'weekly' ? 7 : 1;
  const days = cadenceValue ?? refuseField('cadenceValue', 'is required for every_n_days');
  const fits = days >= 1 && days <= longestStep;
  return fits ? days : refuseField('cadenceValue', `must be between 1 and ${longestStep}`);
}

function timesOf(plan: Plan): Date[] {
  const { cadence, startAt, runAts = [], episodeIds } = plan;
  if (cadence === 'custom') {
    const fits = runAts.length === episodeIds.length;
    return fits
      ? runAts.map((text, n) => momentIn(`runAts.${n}`, text))
      : refuseField('runAts', 'must have one moment for each episode');
  }
  if (runAts.length > 0) refuseField('runAts', 'is for the cadence custom alone');
  const start = momentIn('startAt', startAt ?? refuseField('startAt', 'is required'));
  const times = timesFrom(start, daysBetween(plan), episodeIds.length);
  return times.every((time) => time <= lastMoment) ? times : refuseField('startAt', 'leads beyond the year 9999');
}

/** All or none. */
export async function scheduleMany(ctx: Ctx<Admin>, plan: Plan): Promise<Planned[]> {
  const times = timesOf(plan);
  const ids = plan.episodeIds.map((id) => id.toLowerCase());
  if (new Set(ids).size < ids.length) refuseField('episodeIds', 'must not name an episode twice');
  const episodes = new Map((await lockEpisodes(ctx.tx, ids.filter(isId))).map((episode) => [episode.id, episode]));
  const details = ids.flatMap((episodeId) => {
    const currentState = episodes.get(episodeId)?.status ?? null;
    if (currentState === 'in_review') return [];
    return [{ episodeId, error: currentState === null ? 'not_found' : 'invalid_transition', currentState }];
  });
  if (details.length > 0) refuse(bulkInvalid, { details });
  const rows = ids.map((refId, n) => ({ id: newId(), refType: 'episode' as const, refId, runAt: times[n] ?? ctx.now }));
  await insertSchedules(ctx.tx, rows, ctx.caller.id, ctx.now);
  await setEpisodesState(ctx.tx, ids, schedulable.schedule.to, ctx.now);
  await audit.recordAll(
    ctx,
    rows.map((row) => entryOf(row, 'in_review')),
  );
  const created = new Map((await findPlanned(ctx.tx, idsIn(rows))).map((row) => [row.id, row]));
  return rows.map(({ id }) => created.get(id) ?? refuse(notFound));
}

const idsIn = (rows: readonly NewSchedule[]): string[] => rows.map(({ id }) => id);

/** Schedules are locked by their item. */
async function lockForMove(ctx: Ctx<Admin>, id: string, move: keyof typeof scheduleMoves): Promise<ScheduleRow> {
  const { refType, refId } = (await findSchedule(ctx.tx, id)) ?? refuse(notFound);
  await items[refType].lock(ctx.tx, refId);
  const row = (await findSchedule(ctx.tx, id)) ?? refuse(notFound);
  moveTo(scheduleMoves, move, row.status, permissionCheck(ctx.caller));
  return row;
}

/** The item returns to review. */
export async function cancel(ctx: Ctx<Admin>, id: string): Promise<void> {
  const { refType, refId, runAt } = await lockForMove(ctx, id, 'cancel');
  await cancelOpen(ctx.tx, [refId]);
  await items[refType].setState(ctx.tx, refId, 'in_review', ctx.now);
  await audit.record(ctx, {
    action: `${refType}.unschedule`,
    target: { type: refType, id: refId },
    before: { status: 'scheduled', runAt, scheduleId: id },
    after: { status: 'in_review' },
  });
}

/** A failed schedule restarts its count of attempts. */
export async function reschedule(ctx: Ctx<Admin>, id: string, { runAt }: { runAt?: string }): Promise<Planned> {
  const { status, ...before } = await lockForMove(ctx, id, 'move');
  mustMatch(ctx.ifMatch, before.revision);
  const at = runAt === undefined ? undefined : momentIn('runAt', runAt);
  if (at && (status !== 'pending' || at.getTime() !== before.runAt.getTime())) {
    await moveSchedule(ctx.tx, id, at, ctx.now);
    const isReopened = status !== 'pending';
    await audit.record(ctx, {
      action: 'schedule.move',
      target: { type: 'schedule', id },
      before: { runAt: before.runAt, ...(isReopened && { status }) },
      after: { runAt: at, ...(isReopened && { status: 'pending' }) },
    });
  }
  return (await findPlanned(ctx.tx, [id]))[0] ?? refuse(notFound);
}

/** The schedule is retried at the next run. */
export async function retry(ctx: Ctx<Admin>, id: string): Promise<Planned> {
  const { retry_count } = await lockForMove(ctx, id, 'retry');
  await reopenSchedule(ctx.tx, id, ctx.now);
  await audit.record(ctx, {
    action: 'schedule.retry',
    target: { type: 'schedule', id },
    before: { status: 'failed', retry_count },
    after: { status: 'pending', retry_count: 0 },
  });
  return (await findPlanned(ctx.tx, [id]))[0] ?? refuse(notFound);
}
