import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import { changeOf, type Period } from './period.ts';
import { analyticsWords } from './words.ts';

interface DeltaProps {
  now: number;
  before: number;
  /** What it is compared with. */
  period: Period;
  /** Whether more of it is good. */
  better?: 'more' | 'less';
}

/** How much more or less it is than in the days before; the sign says it, and the colour says it again. */
export function Delta({ now, before, period, better = 'more' }: DeltaProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const change = changeOf(now, before);
  if (change === undefined && now === before) return null;
  const isMore = change === undefined || change > 0;
  const tone = change === 0 ? undefined : isMore === (better === 'more') ? 'good' : 'bad';
  const sign = change === undefined || change === 0 ? '' : change > 0 ? '+' : '−';
  const words = t('vs', { period: format.dayRange(period.start, period.end) });
  return (
    <span className={classes.delta} data-tone={tone} title={words}>
      <span className="ltr">
        {change === undefined ? t('isNew') : `${sign}${format.percent(Math.abs(change))}`}
      </span>{' '}
      <span className={classes.against}>{words}</span>
    </span>
  );
}
