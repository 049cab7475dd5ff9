import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.ts';
import { segmentsQuery } from './queries.ts';

/** The names of all segments, by id. */
export function useSegmentNames(): ReadonlyMap<string, string> {
  const { can } = useSession();
  const { data: segments = [] } = useQuery({ ...segmentsQuery, enabled: can('pricing:read') });
  return new Map(segments.map(({ id, name }) => [id, name]));
}
