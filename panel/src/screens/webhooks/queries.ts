import type { Schema } from '../../api/client.ts';
import { apiQuery, type ListParams, listQuery } from '../../api/query.ts';
import type { ShownOutcome } from './choices.ts';

export type WebhookEvent = Schema<'WebhookEvent'>;

const refetchMs = 20_000;

type Search = Omit<ListParams<'/v1/admin/webhooks'>, 'outcome' | 'reportsFailure'> & {
  readonly outcome?: ShownOutcome | undefined;
};

function filterOf(outcome: ShownOutcome | undefined) {
  if (outcome === 'failure_reported') return { outcome: 'applied', reportsFailure: true } as const;
  return outcome === 'applied' ? ({ outcome, reportsFailure: false } as const) : { outcome };
}

export const webhooksQuery = ({ outcome, ...search }: Search) => ({
  ...listQuery('/v1/admin/webhooks', { ...search, ...filterOf(outcome) }),
  refetchInterval: refetchMs,
});

export const webhookQuery = (id: string) => ({
  ...apiQuery('/v1/admin/webhooks/{id}', { path: { id } }),
  refetchInterval: refetchMs,
});
