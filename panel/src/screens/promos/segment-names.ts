import { useQuery } from '@tanstack/react-query';
import { segmentsQuery } from './queries.ts';

/** The names of all segments, by id. */
export function useSegmentNames(): ReadonlyMap<string, string> {
  const { data: segments = [] } = useQuery(segmentsQuery);
  return new Map(segments.map(({ id, name }) => [id, name]));
}
