import { VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { Picture } from '../../app/pictures.tsx';
import { Inline, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconAlertTriangle, IconMovie } from '../../ui/icons.ts';
import { toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import classes from './board.module.css';
import type { Schedule } from './queries.ts';
import { useRisk } from './risk.ts';
import type { View } from './views.ts';
import { calendarWords } from './words.ts';

interface ChipProps {
  schedule: Schedule;
  view: View;
  /** Where its picture is. */
  picture: string | undefined;
  /** The one that Tab leads to. */
  isCurrent: boolean;
  onFocus: () => void;
  onOpen: () => void;
  /** By how many days it is moved. */
  onShift: (days: number) => void;
  onDrag: (isOn: boolean) => void;
}

/** One schedule on its day. */
export function Chip({ schedule, view, picture, isCurrent, onFocus, onOpen, onShift, onDrag }: ChipProps) {
  const t = useWords(calendarWords);
  const word = useServerWord();
  const format = useFormat();
  const risk = useRisk()(schedule);
  const { status, runAt, item } = schedule;
  const titleIn = useTitleIn();
  const { episodeNumber: number } = item;
  const title = titleIn(item.title, item.titleI18n);
  const series = titleIn(item.seriesTitle, item.seriesTitleI18n);
  const isMovable = schedule.allowed.includes('cancel');
  const time = new Date(runAt).toISOString().slice(11, 16);
  const label = t('chip', {
    series,
    when: format.dateTime(runAt, 'UTC'),
    status: word('scheduleStatus', status),
    what: number === null ? t('wholeSeries') : t('episodeOf', { number, title }),
  });
  const description = risk === undefined ? label : `${label}. ${risk}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const onward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const step = { ArrowRight: onward, ArrowLeft: -onward }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    if (isMovable) onShift(step);
  };
  return (
    <button
      type="button"
      className={classes.chip}
      data-chip
      data-tone={toneOf(status)}
      title={description}
      data-risk={risk === undefined ? undefined : true}
      tabIndex={isCurrent ? 0 : -1}
      draggable={isMovable}
      onFocus={onFocus}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', schedule.id);
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <VisuallyHidden>{description}</VisuallyHidden>
      <Picture src={picture} shape="poster" />
      <Inline as="span" within gap="3xs" nowrap>
        <Short view={view} number={number} />
        {risk !== undefined && <IconAlertTriangle size={12} stroke={2.25} aria-hidden className={classes.risk ?? ''} />}
      </Inline>
      {view === 'week' && (
        <span aria-hidden className={classes.chipTime}>
          {time}
        </span>
      )}
      {view === 'week' && number !== null && (
        <Text aria-hidden as="bdi" className={classes.chipTitle} weight="normal" cut>
          {title}
        </Text>
      )}
    </button>
  );
}

function Short({ view, number }: { view: View; number: number | null }) {
  const t = useWords(calendarWords);
  const format = useFormat();
  if (view === 'week') return <span aria-hidden>{number === null ? t('whole') : t('episode', { number })}</span>;
  return number === null ? (
    <IconMovie size={14} stroke={2} aria-hidden />
  ) : (
    <span aria-hidden>{format.number(number)}</span>
  );
}
