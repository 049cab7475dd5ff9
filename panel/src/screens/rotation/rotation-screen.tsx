import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { ScreenPage } from '../../app/screen-page.tsx';
import { dayOf, stepMonth } from '../../ui/date/days.ts';
import { PeriodBar } from '../../ui/date/period-bar.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconChecklist } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { freeIn, ownIn, weeksOf } from './month.ts';
import { MonthGrid } from './month-grid.tsx';
import { freeDaysQuery } from './queries.ts';
import { rotationWords } from './words.ts';

const route = getRouteApi('/shell/free-series');

export function RotationScreen() {
  const t = useWords(rotationWords);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('fill'), to: '/free-series/fill', permission: 'curation:write', icon: IconChecklist }}
    >
      <Month />
    </ScreenPage>
  );
}

function Month() {
  const { day = dayOf(new Date()), market = '' } = route.useSearch();
  const weeks = weeksOf(day);
  const days = weeks.flat();
  const entries = useQuery(freeDaysQuery(days[0] ?? day, days.at(-1) ?? day));
  return (
    <>
      <MonthBar day={day} market={market} />
      <Loaded query={entries} lines={10}>
        {(data) => (
          <MonthGrid month={day.slice(0, 7)} weeks={weeks} shown={freeIn(data, market)} own={ownIn(data, market)} />
        )}
      </Loaded>
    </>
  );
}

function MonthBar({ day, market }: { day: string; market: string }) {
  const t = useWords(rotationWords);
  const format = useFormat();
  const { all } = usePlaces();
  const navigate = route.useNavigate();
  const go = (to: string | undefined) => void navigate({ search: ({ market: kept }) => ({ market: kept, day: to }) });
  return (
    <PeriodBar title={format.month(day)} onStep={(step) => go(stepMonth(day, step))} onToday={() => go(undefined)}>
      <NativeSelect
        aria-label={t('market')}
        value={market}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: ({ day: kept }) => ({ day: kept, market: value || undefined }) })
        }
        data={[{ value: '', label: t('all') }, ...all()]}
      />
    </PeriodBar>
  );
}
