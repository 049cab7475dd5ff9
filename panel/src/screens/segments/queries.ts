import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import { keyOf, type ListParams, listQuery, taggedQuery } from '../../api/query.ts';

export type Segment = Schema<'Segment'>;
export type SegmentRule = Segment['rule'];

export const segmentsQuery = (search: ListParams<'/v1/admin/segments'>) => listQuery('/v1/admin/segments', search);

export const segmentQuery = (id: string) => taggedQuery('/v1/admin/segments/{id}', { path: { id } });

const path = '/v1/admin/segments/preview';

/** How many users a rule holds of now. */
export const countQuery = (rule: SegmentRule) =>
  queryOptions({
    queryKey: keyOf(path, { query: { rule: JSON.stringify(rule) } }, 'count'),
    queryFn: async ({ signal }) => (await unwrap(api.POST(path, { body: { rule }, signal }))).count,
    placeholderData: keepPreviousData,
  });
