import { Button } from '@mantine/core';
import { useWords } from '../../words/define.ts';
import { Inline } from '../box.tsx';
import { uiWords } from '../words.ts';
import { DateField } from './date-field.tsx';
import { addDays, dayOf } from './days.ts';
import classes from './period-filter.module.css';

/** The days of the address bar; what is not there is as the server has it. */
export interface PeriodSearch {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

interface PeriodFilterProps {
  search: PeriodSearch;
  /** What the server made of it. */
  period: { readonly start: string; readonly end: string } | undefined;
  onSearch: (changed: PeriodSearch) => void;
}

const spans = [
  { days: 7, name: 'week' },
  { days: 30, name: 'month' },
  { days: 90, name: 'quarter' },
] as const;

/** Which days: the last ones, or from one to another. The last 30 need no word in the address. */
export function PeriodFilter({ search, period, onSearch }: PeriodFilterProps) {
  const t = useWords(uiWords);
  const today = dayOf(new Date());
  const from = search.dateFrom ?? period?.start ?? '';
  const to = search.dateTo ?? period?.end ?? '';
  return (
    <>
      <Inline className={classes.spans} align="stretch" gap="2xs">
        {spans.map(({ days, name }) => {
          const first = addDays(today, 1 - days);
          return (
            <Button
              key={name}
              variant="default"
              aria-pressed={from === first && to === today}
              onClick={() => onSearch({ dateFrom: days === 30 ? undefined : first, dateTo: undefined })}
            >
              {t(`period.${name}`)}
            </Button>
          );
        })}
      </Inline>
      <Inline className={classes.days}>
        <DateField
          aria-label={t('period.from')}
          commitOnLeave
          value={from}
          onChange={(day) => onSearch({ dateFrom: day || undefined })}
        />
        <span aria-hidden>–</span>
        <DateField
          aria-label={t('period.to')}
          commitOnLeave
          value={to}
          onChange={(day) => onSearch({ dateTo: day || undefined })}
        />
      </Inline>
    </>
  );
}
