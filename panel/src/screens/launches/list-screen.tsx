import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Picture, type PictureOf, usePictures } from '../../app/pictures.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Inline, Text } from '../../ui/box.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import type { FilterSpec } from '../../ui/list/filter-spec.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import classes from './launches.module.css';
import { type ComingLaunch, type LaunchSearch, launchesQuery, spans } from './queries.ts';
import { VerdictPill } from './verdict.tsx';
import { launchWords } from './words.ts';

const route = getRouteApi('/shell/launches');

export function LaunchListScreen() {
  const t = useWords(launchWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <LaunchList />
      </RequirePermission>
    </Page>
  );
}

function LaunchList() {
  const t = useWords(launchWords);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(launchesQuery(search));
  const items = page.data?.items ?? [];
  const columns = useColumns(usePictures(items.map(({ posterAssetId }) => posterAssetId)));
  const within: FilterSpec<LaunchSearch> = {
    kind: 'choice',
    name: 'within',
    label: t('within'),
    options: spans.map((value) => ({ value, label: t(`span.${value}`) })),
  };
  return (
    <ListPage
      name="launches"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[within]}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/launches/$id', params: { id } })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(pictureOf: PictureOf): Column<ComingLaunch>[] {
  const t = useWords(launchWords);
  const word = useServerWord();
  const format = useFormat();
  const titleOf = useTitleOf();
  return [
    {
      key: 'series',
      label: t('series'),
      cell: (launch) => (
        <Inline as="span">
          <Picture src={pictureOf(launch.posterAssetId)} shape="poster" />
          <bdi className={classes.name}>{titleOf(launch)}</bdi>
        </Inline>
      ),
    },
    { key: 'verdict', label: t('verdict'), cell: ({ verdict }) => <VerdictPill verdict={verdict} /> },
    {
      key: 'goesLive',
      label: t('goesLive'),
      cell: ({ launchAt }) => (launchAt ? <Moment at={launchAt} /> : <Text tone="danger">{t('noDate')}</Text>),
    },
    {
      key: 'toFix',
      label: t('toFix'),
      wideOnly: true,
      cell: ({ reasons }) => (
        <span className={classes.reasons}>
          {reasons.length === 0 ? '–' : reasons.map((reason) => t(`reason.${reason}`)).join(' · ')}
        </span>
      ),
    },
    {
      key: 'episodes',
      label: t('episodes'),
      wideOnly: true,
      cell: ({ goEpisodeCount: done, episodeCount: total }) => (
        <span className="tabular">{t('episodesGo', { done: format.number(done), total: format.number(total) })}</span>
      ),
    },
    {
      key: 'status',
      label: t('status'),
      wideOnly: true,
      cell: ({ status }) => <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>,
    },
  ];
}

function Moment({ at }: { at: string }) {
  const t = useWords(launchWords);
  return (
    <span className={classes.moment}>
      <Countdown to={at} over={t('due')} />
      <Time at={at} />
    </span>
  );
}
