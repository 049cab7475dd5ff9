import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session.ts';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { MoveDateButton, ScheduleOneDrawer } from '../publishing/public.ts';
import { openSchedulesQuery, type Schedule } from '../publishing/queries.ts';
import { StatePill } from './cells.tsx';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import { moveWords } from './move-words.ts';
import { isForward, useMove, type WorkflowMove, workflowMoves } from './moves.tsx';
import { episodesQuery, reviewersQuery, type Series } from './queries.ts';
import { useSaveFirst } from './unsaved-work.ts';

const route = getRouteApi('/shell/series/$id');

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
        {series.status === 'in_review' && <Reviewers />}
      </p>
      <div className={classes.moves}>
        {may('publishing:write') ? (
          <>
            <MoveDateButton schedule={schedule} />
            <Moves series={series} />
          </>
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

const mostNamed = 3;

/** Whom to turn to while it waits. */
function Reviewers() {
  const t = useWords(moveWords);
  const format = useFormat();
  const { data: reviewers = [] } = useQuery(reviewersQuery);
  if (reviewers.length === 0) return null;
  const names = reviewers.slice(0, mostNamed).map(({ name }) => name);
  const others = reviewers.length - names.length;
  const list = format.list(others > 0 ? [...names, t('othersToo', { count: others })] : names);
  return <> {t('reviewers', { names: list })}</>;
}

/** The first is what usually comes next. */
function Moves({ series }: { series: Series }) {
  const t = useWords(moveWords);
  const visible = { count: series.publishedEpisodeCount, total: series.episodeCount };
  const { data: episodes } = useQuery(episodesQuery(series.id));
  const titleOf = useTitleOf();
  const title = titleOf(series);
  const move = useMove({
    type: 'series',
    id: series.id,
    title,
    visible,
    pictureId: series.posterAssetId,
  });
  const saveFirst = useSaveFirst();
  const { schedule: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(false);
  const isScheduling = isOpen || (wanted === series.id && series.allowed.includes('schedule'));
  const episode = episodes?.find(({ id }) => id === wanted);
  const close = () => {
    setOpen(false);
    if (wanted) void navigate({ search: ({ schedule: _done, ...rest }) => rest, replace: true });
  };
  const client = useQueryClient();
  // What is typed belongs to what is sent on; everything else leaves it as it is.
  const begin = async (action: WorkflowMove) => {
    const outcome = isForward(action) ? await saveFirst() : 'nothing';
    if (outcome === 'failed') return;
    move(action, outcome === 'saved' ? await client.query(episodesQuery(series.id)).catch(() => episodes) : episodes);
  };
  const schedule = async () => {
    if ((await saveFirst()) !== 'failed') setOpen(true);
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
      {isScheduling && (
        <ScheduleOneDrawer
          item={{ refType: 'series', refId: series.id, title, pictureId: series.posterAssetId, visible }}
          episodes={episodes?.filter(({ allowed }) => allowed.includes('schedule'))}
          onClose={close}
        />
      )}
      {episode?.allowed.includes('schedule') && (
        <ScheduleOneDrawer
          item={{ refType: 'episode', refId: episode.id, title: `${title} · ${titleOf(episode)}` }}
          onClose={close}
        />
      )}
    </>
  );
}
