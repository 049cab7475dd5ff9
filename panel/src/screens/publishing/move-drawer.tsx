import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Stack } from '../../ui/box.tsx';
import { fromField, toField } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useFormat } from '../../ui/format.ts';
import { useDraftFields } from '../../ui/kept-fields.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useNameOf, useScheduleActions } from './actions.tsx';
import { MomentField } from './moment-field.tsx';
import { movableEpisodes, openSchedulesQuery, type Schedule } from './queries.ts';
import { calendarWords } from './words.ts';

/** Gives what is scheduled another date, in one step. */
export function MoveDrawer({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const t = useWords(calendarWords);
  const nameOf = useNameOf();
  return (
    <DetailDrawer
      title={t('moveDateOf', { title: nameOf(schedule) })}
      subtitle={
        <>
          {t('when')}: <Time at={schedule.runAt} />
        </>
      }
      onClose={onClose}
      size={440}
    >
      <MoveForm schedule={schedule} onMoved={onClose} />
    </DetailDrawer>
  );
}

/** Offers to move the date of what is scheduled, to those who may. */
export function MoveDateButton({ schedule }: { schedule: Schedule | undefined }) {
  const t = useWords(calendarWords);
  const [isOpen, setOpen] = useState(false);
  if (!schedule?.allowed.includes('move')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('moveDate')}
      </Button>
      {isOpen && <MoveDrawer schedule={schedule} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MoveFormProps {
  schedule: Schedule;
  onMoved: () => void;
}

/** A new date; the episodes of a series that are scheduled go along unless told otherwise. */
export function MoveForm({ schedule, onMoved }: MoveFormProps) {
  const t = useWords(calendarWords);
  const actions = useScheduleActions();
  const blank = (): { when: string; isWith: boolean } => ({ when: toField(schedule.runAt), isWith: true });
  // What was typed for another date than it has now is of no use any more.
  const { values, set, clear, restored } = useDraftFields(`move ${schedule.id} ${schedule.runAt}`, blank);
  const { when, isWith } = values;
  const finish = () => {
    clear();
    onMoved();
  };
  const isSeries = schedule.refType === 'series';
  const open = useQuery({ ...openSchedulesQuery(schedule.item.seriesId), enabled: isSeries });
  const episodes = isSeries && open.data ? movableEpisodes(open.data) : [];
  const runAt = fromField(when);
  const isOther = runAt !== undefined && when !== toField(schedule.runAt) && !open.isLoading;
  return (
    <Stack
      as="form"
      gap="lg"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOther) actions.move(schedule, runAt, { episodes: isWith ? episodes : [], onDone: finish });
      }}
    >
      <RestoredDraft {...restored} />
      <MomentField label={t('when')} hint={t('whenHint')} value={when} onChange={(next) => set({ when: next })} />
      {episodes.length > 0 && (
        <Checkbox
          label={t('withEpisodes', { count: episodes.length })}
          checked={isWith}
          onChange={(event) => set({ isWith: event.currentTarget.checked })}
        />
      )}
      {!isWith && <StayingEpisodes episodes={episodes} />}
      <div>
        <Button type="submit" variant="default" disabled={!isOther}>
          {t('continue')}
        </Button>
      </div>
    </Stack>
  );
}

/** Says on which days they go live all the same. */
function StayingEpisodes({ episodes }: { episodes: readonly Schedule[] }) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const [first, last] = [episodes[0], episodes.at(-1)];
  if (!first || !last) return null;
  const days = format.dayRange(first.runAt, last.runAt);
  return (
    <Alert tone="warning" role="status">
      {t('episodesStay', { count: episodes.length, days })}
    </Alert>
  );
}
