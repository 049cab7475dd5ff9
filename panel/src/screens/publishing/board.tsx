import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { usePictures } from '../../app/pictures.tsx';
import { Note } from '../../ui/box.tsx';
import { addDays, dayOf } from '../../ui/date/days.ts';
import { useTodayInView } from '../../ui/date/today-in-view.ts';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import classes from './board.module.css';
import { Chip } from './chip.tsx';
import { DayDrawer } from './day-drawer.tsx';
import { movedTo } from './days.ts';
import type { Schedule } from './queries.ts';
import type { View } from './views.ts';
import { calendarWords } from './words.ts';

interface BoardProps {
  view: View;
  days: readonly string[];
  schedules: readonly Schedule[];
  onOpen: (schedule: Schedule) => void;
  onMove: (schedule: Schedule, runAt: string) => void;
}

interface Lane {
  readonly id: string;
  readonly title: string;
  readonly schedules: readonly Schedule[];
}

type TitleIn = ReturnType<typeof useTitleIn>;

function lanesOf(schedules: readonly Schedule[], titleIn: TitleIn): Lane[] {
  const ids = [...new Set(schedules.map(({ item }) => item.seriesId))];
  return ids
    .map((id) => {
      const own = schedules.filter(({ item }) => item.seriesId === id);
      return { id, title: titleIn(own[0]?.item.seriesTitle ?? '', own[0]?.item.seriesTitleI18n), schedules: own };
    })
    .toSorted((a, b) => a.title.localeCompare(b.title));
}

/** As many as a day shows of a series; the rest is behind a button. */
const mostShown = { month: 2, week: 4 } as const;

/** Series down, days across. What is planned is dragged to another day, or moved there with Alt and an arrow. */
export function Board({ view, days, schedules, onOpen, onMove }: BoardProps) {
  const t = useWords(calendarWords);
  const help = useId();
  // Not a state: the browser asks whether it may be dropped before a busy page has rendered again.
  const dragged = useRef<Schedule | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const lanes = lanesOf(schedules, useTitleIn());
  const walk = useChipWalk(lanes.flatMap((lane) => days.flatMap((day) => shownOn(lane, day, view))));
  const pictureOf = usePictures(schedules.map(({ item }) => item.pictureAssetId ?? null));
  const [more, setMore] = useState<{ lane: string; day: string } | null>(null);
  const moreLane = lanes.find(({ id }) => id === more?.lane);
  const frame = useTodayInView(days.join());
  const drag = (schedule: Schedule | null) => {
    dragged.current = schedule;
    setOver(null);
  };
  const drop = (day: string) => {
    setOver(null);
    const { current } = dragged;
    if (current && dayOf(current.runAt) !== day) onMove(current, movedTo(current.runAt, day));
  };
  const shift = (schedule: Schedule, count: number) =>
    onMove(schedule, movedTo(schedule.runAt, addDays(dayOf(schedule.runAt), count)));
  return (
    <>
      <Note id={help} mb="sm">
        {t('keys')}
      </Note>
      <ScrollBox ref={frame} label={t('board')} framed>
        <table
          ref={walk.ref}
          className={classes.lanes}
          data-view={view}
          aria-label={t('board')}
          aria-describedby={help}
          onKeyDown={walk.onKeyDown}
        >
          <DayHeads days={days} view={view} />
          <tbody>
            {lanes.map((lane) => (
              <tr key={lane.id}>
                <th scope="row" className={classes.lane}>
                  <Link to="/series/$id" params={{ id: lane.id }} className={classes.laneLink}>
                    <bdi title={lane.title}>{lane.title}</bdi>
                  </Link>
                </th>
                {days.map((day) => (
                  <td
                    key={day}
                    data-today={day === dayOf(new Date()) || undefined}
                    data-over={over === `${lane.id} ${day}` || undefined}
                    onDragOver={(event) => {
                      if (!dragged.current) return;
                      event.preventDefault();
                      setOver(`${lane.id} ${day}`);
                    }}
                    onDrop={(event) => {
                      event.preventDefault();
                      drop(day);
                    }}
                  >
                    {shownOn(lane, day, view).map((schedule) => (
                      <Chip
                        key={schedule.id}
                        schedule={schedule}
                        view={view}
                        picture={pictureOf(schedule.item.pictureAssetId ?? null)}
                        isCurrent={walk.current === schedule.id}
                        onFocus={() => walk.setCurrent(schedule.id)}
                        onOpen={() => onOpen(schedule)}
                        onShift={(count) => shift(schedule, count)}
                        onDrag={(isOn) => drag(isOn ? schedule : null)}
                      />
                    ))}
                    <MoreButton lane={lane} day={day} view={view} onOpen={() => setMore({ lane: lane.id, day })} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {more && moreLane && (
        <DayDrawer
          title={moreLane.title}
          day={more.day}
          schedules={onDay(moreLane, more.day)}
          pictureOf={pictureOf}
          onOpen={onOpen}
          onClose={() => setMore(null)}
        />
      )}
    </>
  );
}

const onDay = ({ schedules }: Lane, day: string): Schedule[] => schedules.filter(({ runAt }) => dayOf(runAt) === day);

/** One more than fits is shown all the same, where the button would take its place. */
function shownOn(lane: Lane, day: string, view: View): Schedule[] {
  const all = onDay(lane, day);
  return all.length > mostShown[view] + 1 ? all.slice(0, mostShown[view]) : all;
}

interface MoreButtonProps {
  lane: Lane;
  day: string;
  view: View;
  onOpen: () => void;
}

/** How many are not shown; it opens the day. */
function MoreButton({ lane, day, view, onOpen }: MoreButtonProps) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const left = onDay(lane, day).length - shownOn(lane, day, view).length;
  if (left === 0) return null;
  const number = format.number(left);
  return (
    <button
      type="button"
      className={classes.more}
      data-chip
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={t('moreOf', { number, series: lane.title, day: format.date(day) })}
      onClick={onOpen}
    >
      {t('more', { number })}
    </button>
  );
}

/** Where an arrow leads: to the next, to the one before, or nowhere when it is pressed with another key. */
function stepOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): number {
  if (altKey || ctrlKey || metaKey) return 0;
  const onward = document.documentElement.dir === 'rtl' ? -1 : 1;
  return { ArrowRight: onward, ArrowLeft: -onward, ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
}

/** One tab stop for all that is planned: the arrow keys lead from one to the next. */
function useChipWalk(shown: readonly Schedule[]) {
  const ref = useRef<HTMLTableElement>(null);
  const [chosen, setCurrent] = useState<string | null>(null);
  const current = shown.find(({ id }) => id === chosen) ?? shown[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    const chips = [...(ref.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    const at = event.target instanceof HTMLElement ? chips.indexOf(event.target) : -1;
    if (step === 0 || at < 0) return;
    event.preventDefault();
    chips[Math.max(0, Math.min(chips.length - 1, at + step))]?.focus();
  };
  return { ref, current: current?.id ?? null, setCurrent, onKeyDown };
}

function DayHeads({ days, view }: { days: readonly string[]; view: View }) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const today = dayOf(new Date());
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.corner}>
          {t('series')}
        </th>
        {days.map((day) => (
          <th key={day} scope="col" data-today={day === today || undefined}>
            <span aria-hidden className={classes.weekday}>
              {view === 'month' ? format.weekdayLetter(day) : format.weekday(day)}
            </span>
            <span aria-hidden>{view === 'month' ? Number(day.slice(8)) : format.dayMonth(day)}</span>
            <VisuallyHidden>{format.date(day)}</VisuallyHidden>
          </th>
        ))}
      </tr>
    </thead>
  );
}
