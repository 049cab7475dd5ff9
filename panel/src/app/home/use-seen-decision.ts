import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf } from '../../api/query.ts';
import { markSeen } from './seen.ts';

/** What one has opened is no news on the home page and in the menu any more. */
export function useSeenDecision(id: string, isDecided: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isDecided) return;
    markSeen([id]);
    void client.invalidateQueries({ queryKey: keyOf('/v1/admin/approvals', {}, 'home decided') });
  }, [client, id, isDecided]);
}
