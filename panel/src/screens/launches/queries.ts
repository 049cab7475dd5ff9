import type { Schema } from '../../api/client.ts';
import { apiQuery, listQuery } from '../../api/query.ts';
import type { ListState } from '../../ui/list/search.ts';

export type Launch = Schema<'Launch'>;
export type EpisodeLaunch = Schema<'EpisodeLaunch'>;
export type ComingLaunch = Schema<'ComingLaunch'>;
export type Verdict = Launch['verdict'];
export type Reason = Launch['checks']['episodes']['reasons'][number];

export const spans = ['week', 'month'] as const;
export type Span = (typeof spans)[number];

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const spanDays: Readonly<Record<Span, number>> = { week: 7, month: 30 };

/** The end of a span that begins now; by the hour, so that a list is not another one with every look at it. */
export const endOf = (span: Span, now = Date.now()): string =>
  new Date(Math.ceil(now / hourMs) * hourMs + spanDays[span] * dayMs).toISOString();

/** Others work on the same launch: what they have mended shows by itself. */
const lookAgainMs = 10_000;

export const launchQuery = (id: string) => ({
  ...apiQuery('/v1/admin/series/{id}/launch', { path: { id } }),
  refetchInterval: lookAgainMs,
});

export interface LaunchSearch extends ListState {
  readonly within?: Span | undefined;
}

export const launchesQuery = ({ within, ...search }: LaunchSearch) => ({
  ...listQuery('/v1/admin/launches', { ...search, ...(within && { before: endOf(within) }) }),
  refetchInterval: 6 * lookAgainMs,
});
