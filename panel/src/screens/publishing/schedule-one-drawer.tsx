import { Button } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useWords } from '../../words/define.ts';
import { addDays, dayOf, fromField } from './days.ts';
import { MomentField } from './moment-field.tsx';
import classes from './publishing.module.css';
import { calendarWords } from './words.ts';

interface ScheduleOneDrawerProps {
  item: {
    readonly refType: 'series' | 'episode';
    readonly refId: string;
    readonly title: string;
    /** Of a series: how many of its episodes are out already. */
    readonly visible?: { readonly count: number; readonly total: number };
  };
  onClose: () => void;
}

/** Tomorrow at noon: far enough to think again. */
export const firstMoment = (): string => `${addDays(dayOf(new Date()), 1)}T12:00`;

/** When one series or episode goes live. */
export function ScheduleOneDrawer({ item, onClose }: ScheduleOneDrawerProps) {
  const t = useWords(calendarWords);
  const review = useReview();
  const [when, setWhen] = useState(firstMoment);
  const runAt = fromField(when);
  const { refType, refId, title, visible } = item;
  const intro = visible ? t('scheduleSeriesText', visible) : t('scheduleText');
  const submit = () => {
    if (runAt === undefined) return;
    review.open({
      title: t('scheduleSheet', { title }),
      intro,
      confirmLabel: t('schedule'),
      change: change('POST', '/v1/admin/schedules', { body: { refType, refId, action: 'publish', runAt } }),
      onDone: onClose,
    });
  };
  return (
    <DetailDrawer title={t('scheduleOne', { title })} subtitle={intro} onClose={onClose} size={440}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <MomentField label={t('when')} hint={t('whenHint')} value={when} onChange={setWhen} />
        <div>
          <Button type="submit" disabled={runAt === undefined}>
            {t('continue')}
          </Button>
        </div>
      </form>
    </DetailDrawer>
  );
}
