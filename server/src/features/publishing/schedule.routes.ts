import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, parseDay, parseMoment } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import { adminEndpoint } from '../access/public.ts';
import { cancel, reschedule, retry, schedule, scheduleMany } from './actions/schedules.ts';
import { bulkInvalid } from './errors.ts';
import { findPlanned, withDetails } from './planned.ts';
import { BulkBody, MoveBody, Schedule, ScheduleBody, ScheduleList, scheduleQuery, showSchedule } from './schema.ts';
import { findSchedule, listSchedules } from './sql.ts';

const params = { id: Id };
const onSchedule = { params, target: (db: Db, { id }: { id: string }) => findSchedule(db, id) };
const inReview = { series: '01930000-0000-7000-8000-000000000042', episode: '01930000-0000-7000-8000-000000000052' };
const examplePending = { id: '01930000-0000-7000-8000-000000000061' };
const exampleFailed = { id: '01930000-0000-7000-8000-000000000062' };

/** Both edges are inclusive; a day includes its last moment. */
function rangeOf(first: string | undefined, last: string | undefined): { from?: Date; before?: Date } {
  const from = first === undefined ? undefined : edge('from', first);
  const to = last === undefined ? undefined : edge('to', last);
  if (from && to && from.at > to.at) refuseField('from', 'must not be later than to');
  return { ...(from && { from: from.at }), ...(to && { before: new Date(to.at.getTime() + to.lengthMs) }) };
}

function edge(name: string, text: string): { at: Date; lengthMs: number } {
  const day = parseDay(text);
  const at = day ?? parseMoment(text) ?? refuseField(name, 'must be a moment with an offset, or a day');
  return { at, lengthMs: day ? dayMs : 1 };
}

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/schedules',
    access: ['publishing:read'],
    summary: 'List schedules by due time',
    description: 'Earliest first. `from` and `to` are moments or UTC days, both inclusive.',
    query: scheduleQuery,
    item: Schedule,
    example: { query: { status: 'pending', from: '2030-01-01', to: '2030-01-31' } },
    sort: { field: 'runAt', column: 'p.run_at', id: 'p.id', kind: 'time', order: 'asc' },
    list: async (db, { from, to, ...given }, keyset) =>
      withDetails(db, await listSchedules(db, { ...given, ...rangeOf(from, to) }, keyset)),
    show: showSchedule,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/schedules/:id',
    access: ['publishing:read'],
    summary: 'Read one schedule',
    description: 'In any status. `last_error` describes the failure of the last attempt and what can be done about it.',
    ...onSchedule,
    reply: Schedule,
    example: { params: exampleFailed },
    run: async ({ db, caller }, { target: { id } }) =>
      showSchedule((await findPlanned(db, [id]))[0] ?? refuse(notFound), caller),
  }),
];

const creationRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'POST',
    url: '/admin/schedules',
    access: ['publishing:write'],
    status: 201,
    summary: 'Schedule the publishing of a series or an episode',
    description: 'It must be in review. A time in the past means the next run of the scheduler.',
    body: ScheduleBody,
    reply: Schedule,
    errors: [notFound, invalidTransition],
    example: {
      body: { refType: 'series', refId: inReview.series, action: 'publish', runAt: '2030-01-01T18:00:00+07:00' },
    },
    run: async (ctx, { body }) => showSchedule(await schedule(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/schedules/bulk',
    access: ['publishing:write'],
    status: 201,
    summary: 'Schedule several episodes at a cadence, all or none',
    description: '`custom` takes `runAts`, one per episode; the other cadences count whole UTC days from `startAt`.',
    body: BulkBody,
    reply: ScheduleList,
    errors: [notFound, bulkInvalid],
    example: {
      body: {
        episodeIds: [inReview.episode],
        action: 'publish',
        startAt: '2030-01-01T11:00:00Z',
        cadence: 'every_n_days',
        cadenceValue: 2,
      },
    },
    run: async (ctx, { body }) => (await scheduleMany(ctx, body)).map((row) => showSchedule(row, ctx.caller)),
  }),
];

const changeRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'PUT',
    url: '/admin/schedules/:id',
    access: ['publishing:write'],
    summary: 'Reschedule',
    description:
      'Atomic; while pending or failed. A failed schedule restarts its count of attempts. A time in the past means the next run of the scheduler.',
    ...onSchedule,
    body: MoveBody,
    reply: Schedule,
    errors: [invalidTransition],
    example: { params: examplePending, body: { runAt: '2030-01-05T18:00:00+07:00' } },
    run: async (ctx, { params: { id }, body }) => showSchedule(await reschedule(ctx, id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/schedules/:id',
    access: ['publishing:write'],
    status: 204,
    summary: 'Cancel a schedule',
    description: 'Its series or episode returns to review.',
    ...onSchedule,
    errors: [invalidTransition],
    example: { params: examplePending },
    run: (ctx, { params: { id } }) => cancel(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/schedules/:id/retry',
    access: ['publishing:write'],
    summary: 'Retry a failed schedule at the next run',
    description: 'Restarts the count of attempts: this one and at most five more. Refused if it has not failed.',
    ...onSchedule,
    reply: Schedule,
    errors: [invalidTransition],
    example: { params: exampleFailed },
    run: async (ctx, { params: { id } }) => showSchedule(await retry(ctx, id), ctx.caller),
  }),
];

export const scheduleRoutes: Endpoint[] = [...readRoutes, ...creationRoutes, ...changeRoutes];
