import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { dayOf } from '../../ui/date/days.ts';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import type { Shown } from './month.ts';
import type { FreeDay } from './queries.ts';
import classes from './rotation.module.css';
import { rotationWords } from './words.ts';

interface MonthGridProps {
  /** `YYYY-MM`; days of its neighbours are greyed. */
  month: string;
  weeks: readonly (readonly string[])[];
  shown: ReadonlyMap<string, Shown>;
  /** What single markets have of their own, where all markets are shown. */
  own: ReadonlyMap<string, readonly FreeDay[]>;
}

/** A month with the series that is free on each day; a day opens to be changed. */
export function MonthGrid({ month, weeks, shown, own }: MonthGridProps) {
  const t = useWords(rotationWords);
  const format = useFormat();
  const today = dayOf(new Date());
  return (
    <ScrollBox label={t('calendar')} framed>
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
                  <DayCell day={day} shown={shown.get(day)} own={own.get(day) ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface DayCellProps {
  day: string;
  shown: Shown | undefined;
  own: readonly FreeDay[];
}

function useCellLabel({ day, shown, own }: DayCellProps): string {
  const t = useWords(rotationWords);
  const format = useFormat();
  const titleIn = useTitleIn();
  const nameOf = useOwnName();
  const date = format.date(day);
  const markets = format.list(own.map(nameOf));
  if (!shown) return own.length > 0 ? t('cell', { day: date, series: markets }) : t('cellEmpty', { day: date });
  const series = titleIn(shown.entry.series.title, shown.entry.series.titleI18n);
  if (own.length > 0) return t('cellMarkets', { day: date, series, markets });
  return t(shown.isGeneral ? 'cellGeneral' : 'cell', { day: date, series });
}

/** The series of one market, with the name of the market. */
function useOwnName(): (entry: FreeDay) => string {
  const t = useWords(rotationWords);
  const titleIn = useTitleIn();
  const { country } = usePlaces();
  return ({ marketCode, series }) =>
    t('own', { market: country(marketCode ?? ''), series: titleIn(series.title, series.titleI18n) });
}

/** As many markets as a day has room for. */
const mostMarkets = 2;

function DayCell(props: DayCellProps) {
  const { day, shown, own } = props;
  const t = useWords(rotationWords);
  const label = useCellLabel(props);
  const nameOf = useOwnName();
  const more = own.length - mostMarkets;
  return (
    <Link to="/free-series/on/$date" params={{ date: day }} search className={classes.day} title={label}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Text aria-hidden className={classes.number} size="sm" tone="muted" tabular>
        {Number(day.slice(8))}
      </Text>
      {shown && <Entry shown={shown} />}
      {own.length > 0 && (
        <Stack aria-hidden as="span" size="sm" tone="muted">
          {own.slice(0, mostMarkets).map((entry) => (
            <Text key={entry.id} as="bdi" clamp breaks>
              {nameOf(entry)}
            </Text>
          ))}
          {more > 0 && <span>{t('moreMarkets', { count: more })}</span>}
        </Stack>
      )}
    </Link>
  );
}

function Entry({ shown: { entry, isGeneral } }: { shown: Shown }) {
  const t = useWords(rotationWords);
  const titleIn = useTitleIn();
  const { title, titleI18n, pictureUrl } = entry.series;
  return (
    <Inline aria-hidden as="span" className={classes.entry} align="stretch" data-general={isGeneral || undefined}>
      <Picture src={pictureUrl ? ownAddress(pictureUrl) : undefined} shape="poster" />
      <Stack as="span" className={classes.name} weight="medium" tight>
        <bdi>{titleIn(title, titleI18n)}</bdi>
        {isGeneral && <small>{t('general')}</small>}
      </Stack>
    </Inline>
  );
}
