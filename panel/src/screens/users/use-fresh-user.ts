import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { requestsQuery, userQuery } from './queries.ts';

/** Reads the user and the open requests again, so that the head of the page says the same as its tabs. */
export function useRefreshUser(id: string): () => void {
  const client = useQueryClient();
  return () => {
    for (const { queryKey } of [userQuery(id), requestsQuery(id)]) void client.invalidateQueries({ queryKey });
  };
}

/** Does that once a tab shows another newest row than it did. */
export function useRefreshOnNewRow(id: string, rows: readonly { readonly id: string }[] | undefined): void {
  const refresh = useRefreshUser(id);
  const newest = rows && (rows[0]?.id ?? '');
  const shown = useRef(newest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is a reason
  useEffect(() => {
    if (shown.current !== undefined && newest !== undefined && newest !== shown.current) refresh();
    shown.current = newest;
  }, [newest]);
}
