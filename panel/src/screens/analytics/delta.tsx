import type { ReactNode } from 'react';

import { signOf, useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import { changeOf, type Period } from './period.ts';
import { analyticsWords } from './words.ts';

interface DeltaProps {
  now: number;
  before: number;
  /** What it is compared with. */
  period: Period;
  /** Whether more of it is good; `neither` where a change alone says nothing. */
  better?: 'more' | 'less' | 'neither';
}

/** How much more or less it is than in the days before, in percent. */
export function Delta({ now, before, period, better = 'more' }: DeltaProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const change = changeOf(now, before);
  if (change === undefined && now === before) return null;
  return (
    <Change by={now - before} better={better} period={period}>
      <span className="ltr">
        {change === undefined ? t('isNew') : `${signOf(change)}${format.percent(Math.abs(change))}`}
      </span>
    </Change>
  );
}

/** How much larger or smaller a share is than in the days before, in percentage points. */
export function PointsDelta({ now, before, period, better = 'more' }: DeltaProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const points = Math.round((now - before) * 1000) / 10;
  const count = Math.abs(points);
  return (
    <Change by={points} better={better} period={period}>
      <span>{t('points', { count, amount: `${signOf(points)}${format.number(count)}` })}</span>
    </Change>
  );
}

interface ChangeProps extends Required<Pick<DeltaProps, 'better' | 'period'>> {
  by: number;
  children: ReactNode;
}

/** The sign tells more from less, and the colour tells good from bad. */
function Change({ by, better, period, children }: ChangeProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const isGood = by > 0 === (better === 'more');
  const tone = by === 0 || better === 'neither' ? undefined : isGood ? 'good' : 'bad';
  const words = t('vs', { period: format.dayRange(period.start, period.end) });
  return (
    <span className={classes.delta} data-tone={tone} title={words}>
      {children} <small>{words}</small>
    </span>
  );
}
