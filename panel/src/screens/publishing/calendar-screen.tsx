import { Button, SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { dayOf } from '../../ui/date/days.ts';
import { PeriodBar } from '../../ui/date/period-bar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconPlus } from '../../ui/icons.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { useScheduleActions } from './actions.tsx';
import { Board } from './board.tsx';
import { daysAround, stepFrom } from './days.ts';
import { FailedList } from './failed-list.tsx';
import { calendarQuery, movableEpisodes, openSchedulesQuery, type Schedule } from './queries.ts';
import { ScheduleDrawer } from './schedule-drawer.tsx';
import { CadenceOfSeries } from './series-picker.tsx';
import { type View, views } from './views.ts';
import { calendarWords } from './words.ts';

const route = getRouteApi('/shell/calendar');

export function CalendarScreen() {
  const t = useWords(calendarWords);
  const { can } = useSession();
  const [planning, setPlanning] = useState(false);
  return (
    <Page
      title={t('title')}
      description={t('text')}
      actions={
        can('publishing:write') && (
          <Button leftSection={<IconPlus size={14} />} onClick={() => setPlanning(true)}>
            {t('bulk')}
          </Button>
        )
      }
    >
      <RequirePermission>
        <Calendar />
        {planning && <CadenceOfSeries onClose={() => setPlanning(false)} />}
      </RequirePermission>
    </Page>
  );
}

function Calendar() {
  const { view = 'month', day = dayOf(new Date()) } = route.useSearch();
  const days = daysAround(day, view);
  return (
    <>
      <FailedList />
      <TimeBar view={view} day={day} days={days} />
      <Planned view={view} days={days} />
    </>
  );
}

interface TimeBarProps {
  view: View;
  day: string;
  days: readonly string[];
}

function TimeBar({ view, day, days }: TimeBarProps) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const navigate = route.useNavigate();
  const [first = day, last = day] = [days[0], days.at(-1)];
  const go = (to: string | undefined, next: View = view) =>
    void navigate({ search: { ...(next === 'week' && { view: next }), ...(to && { day: to }) } });
  return (
    <PeriodBar
      title={view === 'month' ? format.month(first) : `${format.dayMonth(first)} – ${format.date(last)}`}
      onStep={(step) => go(stepFrom(day, view, step))}
      onToday={() => go(undefined)}
    >
      <SegmentedControl
        aria-label={t('view')}
        value={view}
        onChange={(value) =>
          go(
            day,
            views.find((one) => one === value),
          )
        }
        data={views.map((value) => ({ value, label: t(value) }))}
      />
    </PeriodBar>
  );
}

function Planned({ view, days }: Pick<TimeBarProps, 'view' | 'days'>) {
  const t = useWords(calendarWords);
  const actions = useScheduleActions();
  const [opened, setOpened] = useState<string | null>(null);
  const client = useQueryClient();
  const planned = useQuery(calendarQuery(days[0] ?? '', days.at(-1) ?? ''));
  const move = async (schedule: Schedule, runAt: string) => {
    const { refType, item } = schedule;
    if (refType !== 'series') return actions.move(schedule, runAt);
    const open = await client.query(openSchedulesQuery(item.seriesId)).catch(() => undefined);
    return actions.move(schedule, runAt, { episodes: open ? movableEpisodes(open) : [], isOptional: true });
  };
  return (
    <Loaded query={planned} lines={10}>
      {(data) => {
        const shown = data.find(({ id }) => id === opened);
        return (
          <>
            {data.length === 0 ? (
              <EmptyState title={t('nothing.title')} text={t('nothing.text')} />
            ) : (
              <Board
                view={view}
                days={days}
                schedules={data}
                onOpen={({ id }) => setOpened(id)}
                onMove={(schedule, runAt) => void move(schedule, runAt)}
              />
            )}
            {shown && <ScheduleDrawer schedule={shown} onClose={() => setOpened(null)} />}
          </>
        );
      }}
    </Loaded>
  );
}
