import { Picture, type PictureOf } from '../../app/pictures.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { RowButton } from '../../ui/row-button.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useNameOf } from './actions.tsx';
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
      <Stack as="ul" gap="2xs">
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <RowButton
              onClick={() => {
                onClose();
                onOpen(schedule);
              }}
            >
              <Picture src={pictureOf(schedule.item.pictureAssetId)} shape="poster" />
              <Text as="bdi" grows>
                {nameOf(schedule)}
              </Text>
              <Time at={schedule.runAt}>{format.dayTime(schedule.runAt)}</Time>
              <StatusPill tone={toneOf(schedule.status)}>{word('scheduleStatus', schedule.status)}</StatusPill>
            </RowButton>
          </li>
        ))}
      </Stack>
    </DetailDrawer>
  );
}
