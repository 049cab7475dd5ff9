import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useSession } from '../session.ts';
import classes from './home.module.css';
import { menuTiles, type Tile, tiles } from './tiles.ts';
import { homeWords } from './words.ts';

/** How many things wait behind an entry of the menu, where something does. */
export function MenuCount({ to }: { to: string }) {
  const { may } = useSession();
  const tile = tiles.find(({ name }) => name === menuTiles[to]);
  return tile && (tile.may === null || may(tile.may)) ? <CountOf tile={tile} /> : null;
}

function CountOf({ tile }: { tile: Tile }) {
  const t = useWords(homeWords);
  const format = useFormat();
  const { data } = useQuery(tile.query);
  if (!data || data.count === 0) return null;
  const count = `${format.number(data.count)}${data.isMore ? '+' : ''}`;
  return (
    <span className={classes.menuCount}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t('count', { name: t(`tile.${tile.name}`), count })}</VisuallyHidden>
    </span>
  );
}
