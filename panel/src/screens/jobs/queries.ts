import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api, type Schema } from '../../api/client.ts';
import { type ListState, pageQuery } from '../../ui/list/search.ts';

export type Job = Schema<'CronJob'>;
export type Run = Schema<'JobRun'>;
export type Message = Schema<'OutboxMessage'>;

/** Jobs run by the clock, whether or not one looks: the page keeps up with them. */
const lookAgainMs = 5_000;
const lookAtRunningMs = 1_000;

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ signal }) => (await answer(api.GET('/v1/admin/cron', { signal }))).items,
  refetchInterval: ({ state: { data = [] } }) =>
    data.some(({ runs: [last] }) => last?.outcome === 'running') ? lookAtRunningMs : lookAgainMs,
});

export interface MessageSearch extends ListState {
  readonly status?: Message['status'] | undefined;
  readonly topic?: string | undefined;
}

export const messagesQuery = ({ status, topic, ...page }: MessageSearch) => {
  const query = { ...pageQuery(page), ...(status && { status }), ...(topic && { topic }) };
  return queryOptions({
    queryKey: ['outbox', query],
    queryFn: ({ signal }) => answer(api.GET('/v1/admin/outbox', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 4 * lookAgainMs,
  });
};

export const runJob = (job: string): Promise<Run> =>
  answer(api.POST('/v1/admin/cron/{job}/run', { params: { path: { job } } }));

/** How long a run took, and how many rows it touched in all. */
export const tookMs = ({ startedAt, finishedAt }: Run): number | null =>
  finishedAt === null ? null : new Date(finishedAt).getTime() - new Date(startedAt).getTime();

export const stepsOf = ({ counts }: Run): [string, number][] =>
  Object.entries(counts).map(([step, count]) => [step, typeof count === 'number' ? count : 0]);

export const rowsOf = (run: Run): number => stepsOf(run).reduce((sum, [, count]) => sum + count, 0);
