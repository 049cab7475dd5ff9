import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { MissingObject } from '../../app/missing-object.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { Picture } from '../../app/pictures.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Inline, Stack } from '../../ui/box.tsx';
import { BackLink, DetailHeader } from '../../ui/detail-header.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MarketChoice } from '../../ui/market-choice.tsx';
import { Page, useTitle } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import classes from './analytics.module.css';
import { AnalyticsFilters, AsOf } from './analytics-page.tsx';
import { CsvButton } from './csv-button.tsx';
import { EpisodeCharts } from './episode-charts.tsx';
import { EpisodeTable } from './episode-table.tsx';
import { csvUrl, daysBefore, type SeriesDetail, seriesAnalyticsQuery } from './queries.ts';
import type { SeriesSearch } from './search.ts';
import { SeriesTotals } from './series-totals.tsx';
import { WhatIf } from './what-if.tsx';
import { analyticsWords } from './words.ts';

const route = getRouteApi('/shell/analytics/content/$id');

/** How one series is watched and paid for, episode by episode. */
export function SeriesAnalyticsScreen() {
  return (
    <Page>
      <RequirePermission>
        <Shown />
      </RequirePermission>
    </Page>
  );
}

function Shown() {
  const t = useWords(analyticsWords);
  const titleOf = useTitleOf();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { dateFrom, dateTo, market, compare = false } = search;
  const filters = { dateFrom, dateTo, market };
  const navigate = route.useNavigate();
  const series = useQuery(seriesAnalyticsQuery(id, filters));
  const before = useQuery({
    ...seriesAnalyticsQuery(id, { ...filters, ...daysBefore(series.data?.period) }),
    enabled: compare && series.data !== undefined,
  });
  useTitle(series.data ? `${titleOf(series.data)} · ${t('title')}` : t('title'));
  const go = (changed: SeriesSearch) => void navigate({ search: (kept) => ({ ...kept, ...changed }) });
  return (
    <>
      <Header id={id} series={series.data} csv={csvUrl(`content/series/${id}`, filters)} />
      <AnalyticsFilters search={search} period={series.data?.period} onSearch={go} comparable>
        <MarketChoice value={market} onChange={(next) => go({ market: next })} />
      </AnalyticsFilters>
      <Loaded query={series} lines={12} missing={<MissingObject type="series" id={id} list="/series" />}>
        {(data) => (
          <Stack className={classes.figures} gap="lg">
            <Figures series={data} before={compare ? before.data : undefined} />
            <AsOf at={data.asOf} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

interface HeaderProps {
  id: string;
  series: SeriesDetail | undefined;
  csv: string;
}

function Header({ id, series, csv }: HeaderProps) {
  const t = useWords(analyticsWords);
  const titleOf = useTitleOf();
  const { dateFrom, dateTo, market } = route.useSearch();
  const back = (
    <BackLink to="/analytics/content" search={{ dateFrom, dateTo, market }}>
      {t('series.back')}
    </BackLink>
  );
  return (
    <Inline className={classes.head} align="start" gap="md" mb="lg">
      {series?.pictureUrl && <Picture src={ownAddress(series.pictureUrl)} shape="poster" />}
      <DetailHeader of={t('title')} back={back} title={series ? titleOf(series) : t('title')}>
        <ObjectLink type="series" id={id}>
          {t('series.open')}
        </ObjectLink>
      </DetailHeader>
      <CsvButton url={csv} />
    </Inline>
  );
}

interface FiguresProps {
  series: SeriesDetail;
  before: SeriesDetail | undefined;
}

function Figures({ series, before }: FiguresProps) {
  const t = useWords(analyticsWords);
  const { episodes } = series;
  if (episodes.length === 0) return <EmptyState title={t('series.empty.title')} text={t('series.empty.text')} />;
  const isQuiet = episodes.every(({ starts, paywallHits, unlocks }) => starts + paywallHits + unlocks === 0);
  if (isQuiet) return <EmptyState title={t('series.quiet.title')} text={t('series.quiet.text')} />;
  return (
    <>
      <SeriesTotals series={series} before={before} />
      <EpisodeCharts series={series} before={before} />
      <WhatIf series={series} />
      <EpisodeTable series={series} />
    </>
  );
}
