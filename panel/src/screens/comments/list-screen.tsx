import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useUserOptions } from '../../app/user-options.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { Count } from '../../ui/count.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import type { FilterSpec } from '../../ui/list/filter-spec.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import tabClasses from '../../ui/tab-links.module.css';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import classes from './comments.module.css';
import { useViewerName } from './names.ts';
import { CommentStatus } from './parts.tsx';
import {
  type CommentSearch,
  commentsQuery,
  type ModeratedComment,
  statuses,
  tabs,
  waitingComments,
} from './queries.ts';
import { commentWords } from './words.ts';

const route = getRouteApi('/shell/moderation');

export function CommentListScreen() {
  const t = useWords(commentWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <TabLinks />
        <Comments />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

/** The tabs are addresses: each can be sent to a colleague or kept as a bookmark. */
function TabLinks() {
  const t = useWords(commentWords);
  const { tab: shown = 'waiting' } = route.useSearch();
  const { data: waiting } = useQuery(waitingComments);
  return (
    <Inline as="nav" className={tabClasses.tabs} align="stretch" gap="2xs" mb="lg" aria-label={t('title')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/moderation"
          search={tab === 'waiting' ? {} : { tab }}
          className={tabClasses.tab}
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {t(`tabs.${tab}`)}
          {tab === 'waiting' && waiting !== undefined && waiting.count > 0 && (
            <Count tone="accent" value={waiting.count} label={t('waiting', { count: waiting.count })} />
          )}
        </Link>
      ))}
    </Inline>
  );
}

function Comments() {
  const t = useWords(commentWords);
  const { tab = 'waiting', ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(commentsQuery({ tab, ...search }));
  const columns = useColumns();
  const filters = useFilters(search, tab === 'all');
  return (
    <ListPage
      key={tab}
      name={`comments-${tab}`}
      label={t(`tabs.${tab}`)}
      search={search}
      onSearch={(next) => void navigate({ search: { ...next, ...(tab === 'all' && { tab }) } })}
      filters={filters}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/moderation/$id', params: { id }, search: true })}
      empty={{ title: t(`empty.${tab}.title`), text: t(`empty.${tab}.text`) }}
    />
  );
}

type Filters = Omit<CommentSearch, 'tab'>;

function useFilters({ userId }: Filters, isAll: boolean): FilterSpec<Filters>[] {
  const t = useWords(commentWords);
  const word = useServerWord();
  const users = useUserOptions(userId);
  return [
    { kind: 'text', name: 'q', label: t('search'), placeholder: t('searchShort') },
    { kind: 'search', name: 'userId', label: t('author'), ...users },
    ...(isAll
      ? [
          {
            ...({ kind: 'choice', name: 'status', label: t('status') } as const),
            options: statuses.map((value) => ({ value, label: word('commentStatus', value) })),
          },
        ]
      : []),
  ];
}

function useColumns(): Column<ModeratedComment>[] {
  const t = useWords(commentWords);
  const titleIn = useTitleIn();
  const nameOf = useViewerName();
  const format = useFormat();
  return [
    {
      key: 'comment',
      label: t('comment'),
      cell: ({ body, author, episode }) => (
        <Inline as="span" className={classes.pictured}>
          <Picture src={episode.pictureUrl === null ? undefined : ownAddress(episode.pictureUrl)} shape="poster" />
          <Stack as="span" gap="3xs" tight breaks>
            <Text as="bdi" className={classes.excerpt} clamp>
              {body}
            </Text>
            <small>
              <bdi>{nameOf(author)}</bdi> ·{' '}
              <bdi>
                {t('episodeOf', {
                  series: titleIn(episode.seriesTitle, episode.seriesTitleI18n),
                  number: format.number(episode.episodeNumber),
                })}
              </bdi>
            </small>
          </Stack>
        </Inline>
      ),
    },
    {
      key: 'reports',
      label: t('reports'),
      cell: ({ openReports: count }) => count > 0 && <StatusPill tone="warning">{t('reported', { count })}</StatusPill>,
    },
    { key: 'status', label: t('status'), wideOnly: true, cell: ({ status }) => <CommentStatus status={status} /> },
    { key: 'written', label: t('written'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} distance /> },
  ];
}
