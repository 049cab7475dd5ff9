import type { ReactNode } from 'react';
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
        <div key={key} className={classes.tile}>
          <dt>{name}</dt>
          <dd>
            <bdi className={classes.value}>{value}</bdi>
            {delta}
          </dd>
        </div>
      ))}
    </dl>
  );
}
