import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { ScheduleOneDrawer } from '../publishing/public.ts';
import { openSchedulesQuery, type Schedule } from '../publishing/queries.ts';
import { StatePill } from './cells.tsx';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import { moveWords } from './move-words.ts';
import { isForward, useMove, type WorkflowMove, workflowMoves } from './moves.tsx';
import type { Series } from './queries.ts';
import { useSaveFirst } from './unsaved-work.ts';

/** Where the series stands, and the moves that are legal from there for this admin. */
export function StateBanner({ series }: { series: Series }) {
  const t = useWords(moveWords);
  const word = useServerWord();
  const { may } = useSession();
  const { data: open } = useQuery({ ...openSchedulesQuery(series.id), enabled: series.status === 'scheduled' });
  const schedule = open?.get(series.id);
  return (
    <section className={classes.banner} data-state={series.status} aria-label={word('field', 'status')}>
      <StatePill state={series.status} />
      <p className={classes.sentence}>
        <StateSentence state={series.status} schedule={schedule} />
      </p>
      <div className={classes.moves}>
        {may('publishing:write') ? (
          <Moves series={series} />
        ) : (
          <span className={classes.quiet}>{t('noMoves', { permission: word('permission', 'publishing:write') })}</span>
        )}
      </div>
    </section>
  );
}

function StateSentence({ state, schedule }: { state: Series['status']; schedule: Schedule | undefined }) {
  const t = useWords(editorWords);
  if (state !== 'scheduled' || !schedule) return t(`state.${state}`);
  if (schedule.status === 'failed') {
    return (
      <>
        {t('scheduleFailed')}{' '}
        <Link to="/calendar" className={classes.link}>
          {t('toCalendar')}
        </Link>
      </>
    );
  }
  return (
    <>
      {t('state.scheduledAt')} <Time at={schedule.runAt} />
    </>
  );
}

/** The first is what usually comes next. */
function Moves({ series }: { series: Series }) {
  const t = useWords(moveWords);
  const visible = { count: series.publishedEpisodeCount, total: series.episodeCount };
  const move = useMove({ type: 'series', id: series.id, title: series.title, visible });
  const saveFirst = useSaveFirst();
  const [scheduling, setScheduling] = useState(false);
  // What is typed belongs to what is sent on; everything else leaves it as it is.
  const begin = async (action: WorkflowMove) => {
    if (!isForward(action) || (await saveFirst())) move(action);
  };
  const schedule = async () => {
    if (await saveFirst()) setScheduling(true);
  };
  const legal = workflowMoves.filter((action) => series.allowed.includes(action));
  return (
    <>
      {legal.map((action, index) => (
        <Button
          key={action}
          variant={index === 0 && isForward(action) ? 'filled' : 'default'}
          onClick={() => void begin(action)}
        >
          {t(`move.${action}`)}
        </Button>
      ))}
      {series.allowed.includes('schedule') && (
        <Button variant="default" onClick={() => void schedule()}>
          {t('move.schedule')}
        </Button>
      )}
      {series.allowed.includes('delete') && (
        <Button variant="light" color="red" onClick={() => move('delete')}>
          {t('move.delete')}
        </Button>
      )}
      {scheduling && (
        <ScheduleOneDrawer
          item={{ refType: 'series', refId: series.id, title: series.title, visible }}
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  );
}
