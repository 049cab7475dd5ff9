import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { NotRefreshed, QueryFallback, type ShownQuery } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Picture } from '../../app/pictures.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { isText, useDraft } from '../../ui/draft.ts';
import { useFormat } from '../../ui/format.ts';
import { useKeys } from '../../ui/keys.ts';
import { Person } from '../../ui/person.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { CommentActions } from './actions.tsx';
import { AuthorSection } from './author.tsx';
import classes from './comments.module.css';
import { useViewerName } from './names.ts';
import { CommentStatus } from './parts.tsx';
import { type CommentDetail, commentQuery, commentsQuery } from './queries.ts';
import { ReasonPicker } from './reason-picker.tsx';
import { reasonOf } from './reasons.ts';
import { Reports, Thread } from './thread.tsx';
import { commentWords } from './words.ts';

const route = getRouteApi('/shell/moderation/$id');
const wide = 720;

export function CommentDrawer() {
  const t = useWords(commentWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const comment = useQuery(commentQuery(id));
  const go = useNeighbours(id);
  const close = () => void navigate({ to: '/moderation', search: true });
  if (!comment.data) {
    return (
      <DetailDrawer title={t('one')} onClose={close} size={wide}>
        <NeighbourKeys go={go} />
        <QueryFallback query={comment} lines={10} />
      </DetailDrawer>
    );
  }
  return <Shown key={id} query={comment} comment={comment.data} onClose={close} go={go} />;
}

type Go = (step: number) => boolean;

/** Leads to the comments before and after this one in the list, and says whether there is one. */
function useNeighbours(id: string): Go {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(commentsQuery(search));
  const ids = (data?.items ?? []).map((one) => one.id);
  return (step) => {
    const next = ids[ids.includes(id) ? ids.indexOf(id) + step : 0];
    if (next === undefined || next === id) return false;
    void navigate({ to: '/moderation/$id', params: { id: next }, search: true });
    return true;
  };
}

/** The keys belong to the drawer, so they are asked for inside of it. */
function NeighbourKeys({ go }: { go: Go }) {
  useKeys({ j: () => void go(1), k: () => void go(-1) });
  return null;
}

interface ShownProps {
  query: ShownQuery<CommentDetail>;
  comment: CommentDetail;
  onClose: () => void;
  go: Go;
}

function Shown({ query, comment, onClose, go }: ShownProps) {
  const t = useWords(commentWords);
  const { can } = useSession();
  const name = useViewerName()(comment.author);
  const [words = '', setWords] = useDraft(`reason comment ${comment.id}`, isText);
  // Own words that were kept are shown, not only there.
  const [chosen, choose] = useState(() => (words === '' ? reasonOf(comment) : 'other'));
  const reason = chosen === 'other' ? words.trim() || 'other' : chosen;
  const { status, openReports: count } = comment;
  const done = () => {
    setWords(undefined);
    if (!go(1) && !go(-1)) onClose();
  };
  return (
    <DetailDrawer
      title={t('oneBy', { name })}
      subtitle={
        <>
          <CommentStatus status={status} />
          {count > 0 && <StatusPill tone="warning">{t('reported', { count })}</StatusPill>}
        </>
      }
      actions={<CommentActions comment={comment} reason={reason} onDone={done} />}
      onClose={onClose}
      size={wide}
    >
      <NeighbourKeys go={go} />
      <NotRefreshed query={query} />
      <Said comment={comment} name={name} />
      {can('moderation:write') && (
        <ReasonPicker
          chosen={chosen}
          words={words}
          onChoose={choose}
          onWords={(typed) => setWords(typed || undefined)}
        />
      )}
      <DrawerSection title={t('about.reports')}>
        <Reports comment={comment} />
      </DrawerSection>
      <DrawerSection title={t('about.thread')}>
        <Thread comments={comment.thread} current={comment.id} />
      </DrawerSection>
      <AuthorSection comment={comment} name={name} />
    </DetailDrawer>
  );
}

/** What was written, by whom, and under which episode. */
function Said({ comment, name }: { comment: CommentDetail; name: string }) {
  const t = useWords(commentWords);
  const titleIn = useTitleIn();
  const format = useFormat();
  const { author, episode, body, createdAt } = comment;
  const series = titleIn(episode.seriesTitle, episode.seriesTitleI18n);
  return (
    <Stack className={classes.said} gap="md" mb="xl">
      <Inline justify="between" wraps rowGap="2xs">
        <ObjectLink type="user" id={author.id}>
          <Person name={name} />
        </ObjectLink>
        <small>
          <Time at={createdAt} distance />
        </small>
      </Inline>
      <Text dir="auto" as="p" className={classes.body} size="lg" breaks>
        {body}
      </Text>
      <Inline as="span" className={classes.pictured}>
        <Picture src={episode.pictureUrl === null ? undefined : ownAddress(episode.pictureUrl)} shape="poster" />
        <Stack as="span" gap="3xs" tight breaks>
          <ObjectLink type="episode" id={episode.id}>
            <bdi>{t('episodeOf', { series, number: format.number(episode.episodeNumber) })}</bdi>
          </ObjectLink>
          <Text as="bdi" size="sm" tone="muted">
            {titleIn(episode.title, episode.titleI18n)}
          </Text>
        </Stack>
      </Inline>
    </Stack>
  );
}
