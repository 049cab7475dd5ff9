import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { Columns, Stack } from '../../ui/box.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import { AnalyticsFilters, AnalyticsPage, AsOf } from './analytics-page.tsx';
import { CountryBreakdown, RailBreakdown } from './breakdown.tsx';
import { Delta, PointsDelta } from './delta.tsx';
import { countedDay } from './period.ts';
import { csvUrl, daysBefore, type Revenue, revenueQuery, settledOf } from './queries.ts';
import { RevenueChoices } from './revenue-choices.tsx';
import { Tiles } from './tiles.tsx';
import { useComparedLines } from './use-compared-lines.ts';
import { analyticsWords } from './words.ts';

const route = getRouteApi('/shell/analytics/revenue');

export function RevenueScreen() {
  const { compare, countries, ...search } = route.useSearch();
  const market = countries?.length === 1 ? countries[0] : undefined;
  const { dateFrom, dateTo } = search;
  return (
    <AnalyticsPage
      tab="revenue"
      search={{ dateFrom, dateTo, market, compare }}
      csv={csvUrl('revenue', { ...search, countries })}
    >
      <Shown />
    </AnalyticsPage>
  );
}

function Shown() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { compare = false, ...filters } = search;
  const revenue = useQuery(revenueQuery(filters));
  const now = settledOf(revenue);
  const before = useQuery({
    ...revenueQuery({ ...filters, ...daysBefore(now?.period) }),
    enabled: compare && now !== undefined,
  });
  return (
    <>
      <AnalyticsFilters
        search={search}
        period={revenue.data?.period}
        onSearch={({ market: _market, ...changed }) => void navigate({ search: (kept) => ({ ...kept, ...changed }) })}
        comparable
      >
        <RevenueChoices />
      </AnalyticsFilters>
      <Loaded query={revenue} lines={12}>
        {(data) => (
          <Stack className={classes.figures} gap="lg" aria-busy={revenue.isPlaceholderData}>
            <Figures revenue={data} before={compare ? settledOf(before) : undefined} />
            <AsOf at={data.asOf} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

interface FiguresProps {
  revenue: Revenue;
  before: Revenue | undefined;
}

function Figures({ revenue, before }: FiguresProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const net = useComparedLines(
    { label: t('revenue.net'), color: 'iris.6' },
    { of: revenue, before, figureOf: (day) => day.net },
  );
  if (revenue.grossCents === 0 && revenue.refundsCents === 0) {
    return <EmptyState title={t('revenue.empty.title')} text={t('revenue.empty.text')} />;
  }
  const money = {
    unit: t('unit.dollars'),
    showAt: format.dayMonth,
    growsFrom: countedDay(revenue.asOf),
    showValue: (cents: number) => format.money(cents, 'USD'),
    showTick: (cents: number) => format.compact(cents / 100),
    tickUnit: 100,
  };
  return (
    <>
      <KeyFigures revenue={revenue} before={before} />
      <Columns min="xl">
        <ChartFrame title={t('revenue.byDay')} {...money} {...net} />
        <ChartFrame
          title={t('revenue.paidAndRefunded')}
          {...money}
          lines={[
            { key: 'gross', label: t('revenue.gross'), color: 'teal.6' },
            { key: 'refunds', label: t('revenue.refunds'), color: 'red.6' },
          ]}
          points={revenue.byDay.map(({ day, gross, refunds }) => ({ at: day, values: { gross, refunds } }))}
        />
      </Columns>
      <Columns min="xl">
        <CountryBreakdown rows={revenue.byCountry} net={revenue.netCents} />
        <RailBreakdown rows={revenue.byRail} net={revenue.netCents} />
      </Columns>
    </>
  );
}

function KeyFigures({ revenue, before }: FiguresProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const dollars = (cents: number) => format.money(Math.round(cents), 'USD');
  const figures = [
    ['net', revenue.netCents, before?.netCents, dollars],
    ['gross', revenue.grossCents, before?.grossCents, dollars],
    ['refunds', revenue.refundsCents, before?.refundsCents, dollars],
    ['refundRate', revenue.refundRate, before?.refundRate, format.percent],
    ['arpu', revenue.arpu, before?.arpu, dollars],
    ['arppu', revenue.arppu, before?.arppu, dollars],
    ['paying', revenue.payingUsers, before?.payingUsers, format.number],
    ['payments', revenue.payments, before?.payments, format.number],
  ] as const;
  return (
    <Tiles
      label={t('overview.tiles')}
      figures={figures.map(([key, now, earlier, show]) => {
        const Compared = key === 'refundRate' ? PointsDelta : Delta;
        const better = key === 'refunds' || key === 'refundRate' ? 'less' : 'more';
        const delta = before && earlier !== undefined && (
          <Compared now={now} before={earlier} period={before.period} better={better} />
        );
        return { key, label: t(`revenue.${key}`), value: show(now), delta };
      })}
    />
  );
}
