import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import { everyPage } from '../../api/every-page.ts';

export type Schedule = Schema<'Schedule'>;

interface Filters {
  status?: Schedule['status'];
  seriesId?: string;
  from?: string;
  to?: string;
}

/** Every schedule that fits: a calendar has no pages of its own. */
const walk = (filters: Filters, signal: AbortSignal): Promise<Schedule[]> =>
  everyPage((page) => unwrap(api.GET('/v1/admin/schedules', { params: { query: { ...filters, ...page } }, signal })));

/** What waits for a series and its episodes, by what is published. */
export const openSchedulesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['schedules', 'open', seriesId],
    queryFn: async ({ signal }) => {
      const open = (['pending', 'failed'] as const).map((status) => walk({ seriesId, status }, signal));
      return new Map((await Promise.all(open)).flat().map((schedule) => [schedule.refId, schedule]));
    },
  });

/** What was, is or will be published between two UTC days, both in it. Cancelled ones are no plan any more. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['schedules', 'calendar', from, to],
    queryFn: async ({ signal }) => (await walk({ from, to }, signal)).filter(({ status }) => status !== 'cancelled'),
    placeholderData: keepPreviousData,
  });

export const failedQuery = queryOptions({
  queryKey: ['schedules', 'failed'],
  queryFn: ({ signal }) => walk({ status: 'failed' }, signal),
});
