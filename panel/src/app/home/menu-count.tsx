import { useQuery } from '@tanstack/react-query';
import { Count } from '../../ui/count.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { Tile } from '../screen.ts';
import classes from './home.module.css';
import { homeWords } from './words.ts';

/** How many things wait behind an entry of the menu, where something does. */
export function MenuCount({ tile: { name, query } }: { tile: Tile }) {
  const t = useWords(homeWords);
  const format = useFormat();
  const { data } = useQuery(query);
  if (!data || data.count === 0) return null;
  const { count, isMore } = data;
  const label = t('count', { name: t(`tile.${name}`), count: `${format.number(count)}${isMore ? '+' : ''}` });
  return (
    <span className={classes.menuCount}>
      <Count tone="accent" value={count} isMore={isMore} label={label} />
    </span>
  );
}
