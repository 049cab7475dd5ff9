import { Progress } from '@mantine/core';
import { useWords } from '../words/define.ts';
import { Inline } from './box.tsx';
import { useFormat } from './format.ts';
import classes from './period-progress.module.css';
import { Time } from './time.tsx';
import { uiWords } from './words.ts';

interface PeriodProgressProps {
  from: string;
  to: string;
  /** Whether the time still runs; what is over is grey. */
  runs: boolean;
  /** As wide as there is room. */
  wide?: boolean;
}

const dayMs = 86_400_000;

/** From when to when something runs, and where in that today is. */
export function PeriodProgress({ from, to, runs, wide = false }: PeriodProgressProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const share = Math.max(0, Math.min(1, (Date.now() - start) / (end - start)));
  const days = Math.max(1, Math.round((end - start) / dayMs));
  const day = Math.max(1, Math.min(days, Math.ceil(share * days)));
  const label = t('periodDay', { day: format.number(day), days: format.number(days) });
  return (
    <div className={classes.period} data-wide={wide || undefined}>
      <Progress size="sm" value={share * 100} aria-label={label} {...(!runs && { color: 'gray' })} />
      <Inline align="stretch" justify="between" size="sm" tone="muted" nowrap>
        <Time at={from}>{format.dayMonth(from)}</Time>
        <Time at={to}>{format.dayMonth(to)}</Time>
      </Inline>
    </div>
  );
}
