import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Text } from '../../ui/box.tsx';
import { useKeepFocus } from '../../ui/focus.ts';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
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
import { deletionQuery, type Episode, episodesQuery, reviewersQuery, type Series, sentBackQuery } from './queries.ts';
import { useSaveFirst } from './unsaved-work.ts';

const route = getRouteApi('/shell/series/$id');

/** Where the series stands, and the moves that are legal from there for this admin. */
export function StateBanner({ series }: { series: Series }) {
  const t = useWords(moveWords);
  const word = useServerWord();
  const { can } = useSession();
  const { data: open } = useQuery({ ...openSchedulesQuery(series.id), enabled: series.status === 'scheduled' });
  const schedule = open?.get(series.id);
  // A move takes its own button away.
  const banner = useKeepFocus<HTMLElement>(() => banner.current?.focus());
  return (
    <section
      ref={banner}
      tabIndex={-1}
      className={classes.banner}
      data-state={series.status}
      aria-label={word('field', 'status')}
    >
      <StatePill state={series.status} />
      <p className={classes.sentence}>
        <StateSentence series={series} schedule={schedule} />
        {series.status === 'in_review' && <Reviewers />}
      </p>
      {series.status === 'draft' && <SentBack id={series.id} />}
      {(series.status === 'draft' || series.status === 'archived') && <PendingDeletion id={series.id} />}
      <Inline align="stretch" wraps>
        {can('publishing:write') ? (
          <>
            <MoveDateButton schedule={schedule} />
            <Moves series={series} />
          </>
        ) : (
          <Text tone="muted">{t('noMoves', { permission: word('permission', 'publishing:write') })}</Text>
        )}
      </Inline>
    </section>
  );
}

function StateSentence({ series, schedule }: { series: Series; schedule: Schedule | undefined }) {
  const t = useWords(editorWords);
  const { id, status } = series;
  const { data: episodes = [] } = useQuery({ ...episodesQuery(id), enabled: status === 'draft' });
  if (status === 'draft') {
    // Episodes have states of their own, and some of their fields may be locked.
    const locked = episodes.filter((episode) => episode.lockedFields.length > 0).length;
    return locked > 0 ? t('state.draftLocked', { count: locked }) : t('state.draft');
  }
  if (status !== 'scheduled' || !schedule) return t(`state.${status}`);
  if (schedule.status === 'failed') {
    return (
      <>
        {t('scheduleFailed')} <Link to="/calendar">{t('toCalendar')}</Link>
      </>
    );
  }
  return (
    <>
      {t('state.scheduledAt')} <Time at={schedule.runAt} />
    </>
  );
}

/** What the reviewer wants changed, for the authors. */
function SentBack({ id }: { id: string }) {
  const t = useWords(moveWords);
  const { data: sentBack } = useQuery(sentBackQuery(id));
  if (!sentBack) return null;
  return (
    <div className={classes.sentBack}>
      <Alert tone="warning" title={t('sentBack', { name: sentBack.by })}>
        <bdi>{sentBack.note ?? t('sentBackNoNote')}</bdi> · <Time at={sentBack.at} distance />
      </Alert>
    </div>
  );
}

/** Shown so that nobody works on what is about to be deleted, or requests it again. */
function PendingDeletion({ id }: { id: string }) {
  const t = useWords(moveWords);
  const { data: request } = useQuery(deletionQuery(id));
  if (!request) return null;
  return (
    <div className={classes.sentBack}>
      <Alert tone="warning" title={t('deletion', { name: request.requestedBy.name })}>
        <Time at={request.createdAt} distance /> ·{' '}
        <Link to="/approvals/$id" params={{ id: request.id }} search={{}}>
          {t('openDeletion')}
        </Link>
      </Alert>
    </div>
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

type Offered = WorkflowMove | 'schedule';

/**
 * What can be done, with what usually comes next first. Publishing is not that while viewers would find nothing to
 * watch: it is offered with the reason.
 */
function useOffered(series: Series, episodes: readonly Episode[] | undefined) {
  const t = useWords(moveWords);
  const legal = workflowMoves.filter((action) => series.allowed.includes(action));
  const isEmpty = episodes?.every(({ media }) => media?.status !== 'ready') ?? false;
  const isEarly = isEmpty && legal.includes('publish');
  const all: Offered[] = series.allowed.includes('schedule') ? [...legal, 'schedule'] : legal;
  const isNext = (action: Offered) => action !== 'publish' && (action === 'schedule' || isForward(action));
  const main = isEarly ? all.find(isNext) : legal.slice(0, 1).find(isForward);
  const total = episodes?.length ?? 0;
  return {
    offered: isEarly && main ? [main, ...all.filter((action) => action !== main)] : all,
    main,
    reason: isEarly ? t(total === 0 ? 'noEpisodesYet' : 'noVideosYet', { total }) : undefined,
  };
}

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
  const { schedule: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const toast = useToast();
  const saveFirst = useSaveFirst({
    open: (tab) => navigate({ search: (search) => ({ ...search, tab }), replace: true }),
    onInvalid: () => toast({ tone: 'danger', title: t('invalid.title'), text: t('invalid.text') }),
  });
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
    const isCurrent = outcome !== 'saved' && episodes !== undefined;
    move(action, isCurrent ? episodes : await client.query(episodesQuery(series.id)).catch(() => episodes));
  };
  const schedule = async () => {
    if ((await saveFirst()) !== 'failed') setOpen(true);
  };
  const { offered, main, reason } = useOffered(series, episodes);
  const reasonId = useId();
  return (
    <>
      {offered.map((action) => (
        <Button
          key={action}
          variant={action === main ? 'filled' : 'default'}
          {...(reason && action === 'publish' && { 'aria-describedby': reasonId })}
          onClick={() => void (action === 'schedule' ? schedule() : begin(action))}
        >
          {t(`move.${action}`)}
        </Button>
      ))}
      {series.allowed.includes('delete') && (
        <Button variant="light" color="red" onClick={() => move('delete', episodes)}>
          {t('move.delete')}
        </Button>
      )}
      {reason && (
        <p id={reasonId} className={classes.reason}>
          {reason}
        </p>
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
