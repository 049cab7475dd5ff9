import { Picture, type PictureOf } from '../../app/pictures.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useNameOf } from './actions.tsx';
import classes from './publishing.module.css';
import type { Schedule } from './queries.ts';
import { calendarWords } from './words.ts';

interface DayDrawerProps {
  /** Of the series. */
  title: string;
  day: string;
  schedules: readonly Schedule[];
  pictureOf: PictureOf;
  onOpen: (schedule: Schedule) => void;
  onClose: () => void;
}

/** All that is planned of a series for a day. */
export function DayDrawer({ title, day, schedules, pictureOf, onOpen, onClose }: DayDrawerProps) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const word = useServerWord();
  const nameOf = useNameOf();
  return (
    <DetailDrawer title={t('dayOf', { series: title, day: format.date(day) })} onClose={onClose} size={440}>
      <ul className={classes.dayList}>
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <button
              type="button"
              className={classes.dayItem}
              onClick={() => {
                onClose();
                onOpen(schedule);
              }}
            >
              <Picture src={pictureOf(schedule.item.pictureAssetId)} shape="poster" />
              <bdi className={classes.dayName}>{nameOf(schedule)}</bdi>
              <Time at={schedule.runAt}>{format.dayTime(schedule.runAt)}</Time>
              <StatusPill tone={toneOf(schedule.status)}>{word('scheduleStatus', schedule.status)}</StatusPill>
            </button>
          </li>
        ))}
      </ul>
    </DetailDrawer>
  );
}
