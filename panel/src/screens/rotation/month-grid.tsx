import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { dayOf, type Shown } from './month.ts';
import classes from './rotation.module.css';
import { rotationWords } from './words.ts';

interface MonthGridProps {
  /** `YYYY-MM`; days of its neighbours are greyed. */
  month: string;
  weeks: readonly (readonly string[])[];
  shown: ReadonlyMap<string, Shown>;
}

/** A month with the series that is free on each day; a day opens to be changed. */
export function MonthGrid({ month, weeks, shown }: MonthGridProps) {
  const t = useWords(rotationWords);
  const format = useFormat();
  const today = dayOf(new Date());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <div className={classes.frame} tabIndex={0}>
      <table className={classes.month} aria-label={t('calendar')}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {format.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-today={day === today || undefined}
                  data-other={!day.startsWith(month) || undefined}
                  data-past={day < today || undefined}
                >
                  <DayCell day={day} shown={shown.get(day)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({ day, shown }: { day: string; shown: Shown | undefined }) {
  const t = useWords(rotationWords);
  const format = useFormat();
  const titleIn = useTitleIn();
  const series = shown && titleIn(shown.entry.series.title, shown.entry.series.titleI18n);
  const picture = shown?.entry.series.pictureUrl;
  const date = format.date(day);
  const label =
    series === undefined
      ? t('cellEmpty', { day: date })
      : t(shown?.isGeneral ? 'cellGeneral' : 'cell', { day: date, series });
  return (
    <Link to="/free-series/on/$date" params={{ date: day }} search className={classes.day}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden className={classes.number}>
        {Number(day.slice(8))}
      </span>
      {series !== undefined && (
        <span aria-hidden className={classes.entry} data-general={shown?.isGeneral || undefined}>
          <Picture src={picture ? ownAddress(picture) : undefined} shape="poster" />
          <span className={classes.name}>
            <bdi>{series}</bdi>
            {shown?.isGeneral && <small>{t('general')}</small>}
          </span>
        </span>
      )}
    </Link>
  );
}
