import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.ts';
import { segmentsQuery } from './queries.ts';

/** The names of all segments, by id. */
export function useSegmentNames(): ReadonlyMap<string, string> {
  const { may } = useSession();
  const { data: segments = [] } = useQuery({ ...segmentsQuery, enabled: may('pricing:read') });
  return new Map(segments.map(({ id, name }) => [id, name]));
}
