import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { Columns, Stack } from '../../ui/box.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { MarketChoice } from '../../ui/market-choice.tsx';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import { AnalyticsFilters, AnalyticsPage, AsOf } from './analytics-page.tsx';
import { Cohorts } from './cohorts.tsx';
import { Delta } from './delta.tsx';
import { countedDay, lastDays } from './period.ts';
import { type AnalyticsSearch, csvUrl, daysBefore, type Overview, overviewQuery, settledOf } from './queries.ts';
import { Tiles } from './tiles.tsx';
import { useComparedLines } from './use-compared-lines.ts';
import { analyticsWords } from './words.ts';

const route = getRouteApi('/shell/analytics');

export function OverviewScreen() {
  const search = route.useSearch();
  const { compare: _compare, ...filters } = search;
  return (
    <AnalyticsPage tab="overview" search={search} csv={csvUrl('overview', filters)}>
      <Shown />
    </AnalyticsPage>
  );
}

function Shown() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { compare = false, ...filters } = search;
  const overview = useQuery(overviewQuery(filters));
  const now = settledOf(overview);
  const before = useQuery({
    ...overviewQuery({ ...filters, ...daysBefore(now?.period) }),
    enabled: compare && now !== undefined,
  });
  const go = (changed: AnalyticsSearch) => void navigate({ search: (kept) => ({ ...kept, ...changed }) });
  return (
    <>
      <AnalyticsFilters search={search} period={overview.data?.period} onSearch={go} comparable>
        <MarketChoice value={search.market} onChange={(market) => go({ market })} />
      </AnalyticsFilters>
      <Loaded query={overview} lines={12}>
        {(data) => (
          <Stack className={classes.figures} gap="lg" aria-busy={overview.isPlaceholderData}>
            <Figures overview={data} before={compare ? settledOf(before) : undefined} />
            <AsOf at={data.asOf} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

interface FiguresProps {
  overview: Overview;
  before: Overview | undefined;
}

const isEmpty = ({ mau, byDay }: Overview): boolean =>
  mau === 0 && byDay.every(({ activeUsers, installs }) => activeUsers + installs === 0);

function Figures({ overview, before }: FiguresProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const active = useComparedLines(
    { label: t('overview.activeLine'), color: 'iris.6' },
    { of: overview, before, figureOf: ({ activeUsers }) => activeUsers },
  );
  const byDay = { showAt: format.dayMonth, growsFrom: countedDay(overview.asOf) };
  if (isEmpty(overview)) return <EmptyState title={t('overview.empty.title')} text={t('overview.empty.text')} />;
  return (
    <>
      <KeyFigures overview={overview} before={before} />
      <Columns min="xl">
        <ChartFrame title={t('overview.active')} unit={t('unit.users')} {...byDay} {...active} />
        <ChartFrame
          title={t('overview.newUsers')}
          unit={t('unit.users')}
          {...byDay}
          lines={[
            { key: 'installs', label: t('overview.installsLine'), color: 'teal.6' },
            { key: 'registrations', label: t('overview.registrationsLine'), color: 'orange.5' },
          ]}
          points={overview.byDay.map(({ day, installs, registrations }) => ({
            at: day,
            values: { installs, registrations },
          }))}
        />
      </Columns>
      <Cohorts cohorts={overview.retentionCohorts} />
    </>
  );
}

function KeyFigures({ overview, before }: FiguresProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const dollars = (cents: number) => format.money(Math.round(cents), 'USD');
  const { period } = overview;
  // One day that is not over is not compared with a whole one.
  const compared = period.start === countedDay(overview.asOf) ? undefined : before;
  const day = format.dayMonth(period.end);
  const ofPeriod = [
    ['activeUsers', overview.activeUsers, compared?.activeUsers, format.number],
    ['installs', overview.installs, compared?.installs, format.number],
    ['registrations', overview.registrations, compared?.registrations, format.number],
    ['paying', overview.payingUsers, compared?.payingUsers, format.number],
    ['arpu', overview.arpu, compared?.arpu, dollars],
    ['arppu', overview.arppu, compared?.arppu, dollars],
  ] as const;
  const ofLastDays = [
    ['wau', 7, overview.wau, compared?.wau],
    ['mau', 30, overview.mau, compared?.mau],
  ] as const;
  return (
    <Tiles
      label={t('overview.tiles')}
      figures={[
        ...ofPeriod.map(([key, now, earlier, show]) => ({
          key,
          label: t(`overview.${key}`),
          value: show(now),
          delta: compared && earlier !== undefined && <Delta now={now} before={earlier} period={compared.period} />,
        })),
        ...ofLastDays.map(([key, days, now, earlier]) => ({
          key,
          label: t(`overview.${key}`, { day }),
          value: format.number(now),
          delta: compared && earlier !== undefined && (
            <Delta now={now} before={earlier} period={lastDays(compared.period.end, days)} />
          ),
        })),
      ]}
    />
  );
}
