import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { Inline, Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { useGenres } from '../catalog/public.ts';
import { AnalyticsFilters, AnalyticsPage, AsOf } from './analytics-page.tsx';
import { type AnalyticsSeries, contentQuery, csvUrl } from './queries.ts';
import { contentSorts } from './search.ts';
import { analyticsWords } from './words.ts';

const route = getRouteApi('/shell/analytics/content');

export function ContentScreen() {
  const { cursors: _cursors, skipped: _skipped, limit: _limit, ...filters } = route.useSearch();
  const { dateFrom, dateTo, market } = filters;
  return (
    <AnalyticsPage tab="content" search={{ dateFrom, dateTo, market }} csv={csvUrl('content', filters)}>
      <Shown />
    </AnalyticsPage>
  );
}

function Shown() {
  const t = useWords(analyticsWords);
  const { all } = usePlaces();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(contentQuery(search));
  const { sort = 'starts', order = 'desc', dateFrom, dateTo, market } = search;
  return (
    <>
      <AnalyticsFilters
        search={search}
        period={page.data?.period}
        onSearch={({ compare: _compare, ...changed }) =>
          void navigate({ search: (kept) => ({ ...kept, ...changed, cursors: undefined }) })
        }
      />
      <ListPage
        name="analytics"
        label={t('tabs.content')}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        filters={[
          { kind: 'choice', name: 'market', label: t('revenue.market'), options: all },
          { kind: 'choice', name: 'genreSlug', label: t('content.genre'), options: useGenreOptions(search.genreSlug) },
        ]}
        page={page}
        columns={useColumns()}
        rowKey={({ seriesId }) => seriesId}
        linkOf={({ seriesId: id }) => ({
          to: '/analytics/content/$id',
          params: { id },
          search: { dateFrom, dateTo, market },
        })}
        sort={{
          by: sort,
          order,
          onSort: (by, next) =>
            void navigate({
              search: { ...search, cursors: undefined, sort: contentSorts.find((one) => one === by), order: next },
            }),
        }}
        empty={{ title: t('content.empty.title'), text: t('content.empty.text') }}
      />
      {page.data && <AsOf at={page.data.asOf} />}
    </>
  );
}

/** A link may name a genre that no series has any more. */
function useGenreOptions(chosen: string | undefined) {
  const word = useServerWord();
  const genres = useGenres();
  const isListed = chosen === undefined || genres.some(({ value }) => value === chosen);
  return isListed ? genres : [...genres, { value: chosen, label: word('genre', chosen) }];
}

function useColumns(): Column<AnalyticsSeries>[] {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const figure = (
    key: 'starts' | 'completes' | 'paywallHits' | 'unlocks',
    wideOnly: boolean,
  ): Column<AnalyticsSeries> => ({
    key,
    label: t(`content.${key}`),
    number: true,
    wideOnly,
    sort: key,
    cell: (series) => format.number(series[key]),
  });
  return [
    { key: 'series', label: t('content.series'), sort: 'title', cell: (series) => <SeriesName series={series} /> },
    figure('starts', false),
    figure('completes', true),
    {
      key: 'completion',
      label: t('content.completion'),
      number: true,
      sort: 'completionPercent',
      cell: ({ starts, completionPercent }) => (starts === 0 ? '–' : format.percent(completionPercent / 100)),
    },
    figure('paywallHits', true),
    figure('unlocks', true),
    {
      key: 'coins',
      label: t('content.coins'),
      number: true,
      sort: 'coinsBurned',
      cell: ({ coinsBurned }) => format.number(coinsBurned),
    },
    {
      key: 'watched',
      label: t('content.watched'),
      number: true,
      wideOnly: true,
      sort: 'watchSeconds',
      cell: ({ watchSeconds }) => (watchSeconds === 0 ? '–' : format.duration(watchSeconds * 1000)),
    },
  ];
}

function SeriesName({ series }: { series: AnalyticsSeries }) {
  const t = useWords(analyticsWords);
  const word = useServerWord();
  const titleOf = useTitleOf();
  const { pictureUrl, genreSlug, status } = series;
  const about = status === null ? t('content.removed') : genreSlug === null ? '' : word('genre', genreSlug);
  return (
    <Inline as="span">
      <Picture src={pictureUrl === null ? undefined : ownAddress(pictureUrl)} shape="poster" />
      <Stack as="span" weight="medium" tight>
        <bdi>{titleOf(series)}</bdi>
        <small>{about}</small>
      </Stack>
    </Inline>
  );
}
