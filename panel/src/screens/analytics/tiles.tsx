import type { ReactNode } from 'react';
import { Box } from '../../ui/box.tsx';
import classes from './analytics.module.css';

export interface TileFigure {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly delta?: ReactNode;
}

/** Figures beside each other, each with what it is. */
export function Tiles({ label, figures }: { label: string; figures: readonly TileFigure[] }) {
  return (
    <dl className={classes.tiles} aria-label={label}>
      {figures.map(({ key, label: name, value, delta }) => (
        <Box key={key} className={classes.tile} framed="raised" pad="md">
          <dt>{name}</dt>
          <dd>
            <span className={classes.value}>
              <bdi>{value}</bdi>
            </span>
            {delta}
          </dd>
        </Box>
      ))}
    </dl>
  );
}
