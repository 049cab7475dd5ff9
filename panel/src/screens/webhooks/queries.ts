import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import { type ListState, pageQuery } from '../../ui/list/search.ts';

export type WebhookEvent = Schema<'WebhookEvent'>;

export interface WebhookSearch extends ListState {
  readonly outcome?: WebhookEvent['outcome'] | undefined;
  readonly source?: string | undefined;
}

export const webhooksQuery = ({ outcome, source, ...page }: WebhookSearch) => {
  const query = { ...pageQuery(page), ...(outcome && { outcome }), ...(source && { source }) };
  return queryOptions({
    queryKey: ['webhooks', 'list', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/webhooks', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  });
};
