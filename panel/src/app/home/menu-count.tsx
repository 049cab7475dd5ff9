import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Count } from '../../ui/count.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { Tile } from '../screen.ts';
import type { TileQuery } from '../tiles.ts';
import classes from './home.module.css';
import { homeWords } from './words.ts';

const recentMs = 2_000;

const isOfPath = (key: unknown, path: string): boolean => Array.isArray(key) && key[0] === path && key[2] === 'data';

/** Lists are fetched more often than the counts of the menu: where one has changed, its count is fetched too. */
function useCountWithList({ queryKey }: TileQuery): void {
  const client = useQueryClient();
  useEffect(() => {
    const seen = new WeakSet<object>();
    return client.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || !isOfPath(query.queryKey, queryKey[0])) return;
      const data: unknown = query.state.data;
      // What is fetched again and is the same stays the same object.
      if (typeof data !== 'object' || data === null || seen.has(data)) return;
      if (Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < recentMs) return;
      seen.add(data);
      void client.invalidateQueries({ queryKey });
    });
  }, [client, queryKey]);
}

/** How many things wait behind an entry of the menu, where something does. */
export function MenuCount({ tile: { name, query } }: { tile: Tile }) {
  const t = useWords(homeWords);
  const format = useFormat();
  const { data } = useQuery(query);
  useCountWithList(query);
  if (!data || data.count === 0) return null;
  const { count, isMore } = data;
  const label = t('count', { name: t(`tile.${name}`), count: `${format.number(count)}${isMore ? '+' : ''}` });
  return (
    <span className={classes.menuCount}>
      <Count tone="accent" value={count} isMore={isMore} label={label} />
    </span>
  );
}
