import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { allQuery, keyOf, readAll } from '../../api/query.ts';

export type Schedule = Schema<'Schedule'>;

const path = '/v1/admin/schedules';

/** What waits for a series and its episodes, by what is published. */
export const openSchedulesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: keyOf(path, { query: { seriesId } }, 'open'),
    queryFn: async ({ signal }) => {
      const statuses = ['pending', 'failed'] as const;
      const open = statuses.map((status) => readAll(path, { query: { seriesId, status } }, signal));
      return new Map((await Promise.all(open)).flat().map((schedule) => [schedule.refId, schedule]));
    },
  });

/** The episodes among them that go live later and can be moved with their series, the earliest first. */
export const movableEpisodes = (open: ReadonlyMap<string, Schedule>): Schedule[] =>
  [...open.values()]
    .filter(({ refType, status, allowed }) => refType === 'episode' && status === 'pending' && allowed.includes('move'))
    .sort((one, other) => Date.parse(one.runAt) - Date.parse(other.runAt));

/** What was, is or will be published between two UTC days, both in it. Cancelled ones are no plan any more. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: keyOf(path, { query: { from, to } }, 'calendar'),
    queryFn: async ({ signal }) =>
      (await readAll(path, { query: { from, to } }, signal)).filter(({ status }) => status !== 'cancelled'),
    placeholderData: keepPreviousData,
  });

export const failedQuery = allQuery(path, { query: { status: 'failed' } });
