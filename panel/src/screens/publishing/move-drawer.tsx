import { Button } from '@mantine/core';
import { useState } from 'react';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useNameOf, useScheduleActions } from './actions.tsx';
import { fromField, toField } from './days.ts';
import { MomentField } from './moment-field.tsx';
import classes from './publishing.module.css';
import type { Schedule } from './queries.ts';
import { calendarWords } from './words.ts';

/** Gives what is scheduled another date, in one step. */
export function MoveDrawer({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const t = useWords(calendarWords);
  const nameOf = useNameOf();
  const actions = useScheduleActions();
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
      <MoveForm schedule={schedule} onMove={(runAt) => actions.move(schedule, runAt, onClose)} />
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
  onMove: (runAt: string) => void;
}

export function MoveForm({ schedule, onMove }: MoveFormProps) {
  const t = useWords(calendarWords);
  const [when, setWhen] = useState(() => toField(schedule.runAt));
  const runAt = fromField(when);
  const isOther = runAt !== undefined && when !== toField(schedule.runAt);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isOther) onMove(runAt);
      }}
    >
      <MomentField label={t('when')} hint={t('whenHint')} value={when} onChange={setWhen} />
      <div>
        <Button type="submit" variant="default" disabled={!isOther}>
          {t('continue')}
        </Button>
      </div>
    </form>
  );
}
