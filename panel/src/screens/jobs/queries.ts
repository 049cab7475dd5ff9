import { api, type Schema, unwrap } from '../../api/client.ts';
import { apiQuery, itemsOf, type ListParams, listQuery } from '../../api/query.ts';
import { fetchWithin, waitMs } from '../../api/transport.ts';

export type Job = Schema<'CronJob'>;
export type Run = Schema<'JobRun'>;
export type Message = Schema<'OutboxMessage'>;

/** Jobs run by the clock, whether or not one looks: the page keeps up with them. */
const lookAgainMs = 5_000;
const lookAtRunningMs = 1_000;

export const jobsQuery = {
  ...apiQuery('/v1/admin/cron', {}),
  select: itemsOf<Job>,
  refetchInterval: ({ state: { data } }: { state: { data: { items: Job[] } | undefined } }): number =>
    data?.items.some(({ runs: [last] }) => last?.outcome === 'running') ? lookAtRunningMs : lookAgainMs,
};

export const messagesQuery = (search: ListParams<'/v1/admin/outbox'>) => ({
  ...listQuery('/v1/admin/outbox', search),
  refetchInterval: 4 * lookAgainMs,
});

export const messageQuery = (id: string) => ({
  ...apiQuery('/v1/admin/outbox/{id}', { path: { id } }),
  refetchInterval: 4 * lookAgainMs,
});

/** Answers when the run is over. */
export const runJob = (job: string): Promise<Run> =>
  unwrap(api.POST('/v1/admin/cron/{job}/run', { params: { path: { job } }, fetch: fetchWithin(waitMs.long) }));

/** How long a run took, and how many rows it touched in all. */
export const durationMs = ({ startedAt, finishedAt }: Run): number | null =>
  finishedAt === null ? null : new Date(finishedAt).getTime() - new Date(startedAt).getTime();

export const stepsOf = ({ counts }: Run): [string, number][] =>
  Object.entries(counts).map(([step, count]) => [step, typeof count === 'number' ? count : 0]);

export const rowsOf = (run: Run): number => stepsOf(run).reduce((sum, [, count]) => sum + count, 0);
