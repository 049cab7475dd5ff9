import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Note } from '../../ui/box.tsx';
import { PeriodFilter } from '../../ui/date/period-filter.tsx';
import { Page } from '../../ui/page.tsx';
import tabClasses from '../../ui/tab-links.module.css';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import { CsvButton } from './csv-button.tsx';
import type { Period } from './period.ts';
import type { AnalyticsSearch } from './queries.ts';
import { analyticsWords } from './words.ts';

type Tab = 'overview' | 'revenue' | 'content' | 'funnel';

interface AnalyticsPageProps {
  tab: Tab;
  /** Shared by all pages, and kept from one to the next. */
  search: AnalyticsSearch;
  csv: string;
  children: ReactNode;
}

/** One page of the figures, with the ways to the others. */
export function AnalyticsPage({ tab, search, csv, children }: AnalyticsPageProps) {
  const t = useWords(analyticsWords);
  const { can } = useSession();
  return (
    <Page title={t('title')} description={t('text')} actions={can('analytics:read') && <CsvButton url={csv} />}>
      <RequirePermission>
        <PageTabs tab={tab} search={search} />
        {children}
      </RequirePermission>
    </Page>
  );
}

/** The pages are addresses; days, market and comparison go along. */
function PageTabs({ tab, search }: { tab: Tab; search: AnalyticsSearch }) {
  const t = useWords(analyticsWords);
  const { dateFrom, dateTo, market, compare } = search;
  const days = { dateFrom, dateTo, compare };
  const shared = (name: Tab) =>
    ({
      className: tabClasses.tab,
      'aria-current': name === tab ? ('page' as const) : undefined,
      // The overview has the address that all of them begin with.
      activeOptions: { exact: true },
    }) as const;
  return (
    <Inline as="nav" className={tabClasses.tabs} align="stretch" gap="2xs" mb="lg" aria-label={t('title')}>
      <Link to="/analytics" search={{ ...days, market }} {...shared('overview')}>
        {t('tabs.overview')}
      </Link>
      <Link
        to="/analytics/revenue"
        search={{ ...days, countries: market === undefined ? undefined : [market] }}
        {...shared('revenue')}
      >
        {t('tabs.revenue')}
      </Link>
      <Link to="/analytics/content" search={{ dateFrom, dateTo, market }} {...shared('content')}>
        {t('tabs.content')}
      </Link>
      <Link to="/analytics/funnel" search={{ ...days, market }} {...shared('funnel')}>
        {t('tabs.funnel')}
      </Link>
    </Inline>
  );
}

interface FiltersProps {
  search: AnalyticsSearch;
  period: Period | undefined;
  onSearch: (changed: AnalyticsSearch) => void;
  /** Where the figures can stand beside those of the days before. */
  comparable?: boolean;
  children?: ReactNode;
}

/** Which days, and what else narrows the figures. All of it is in the address. */
export function AnalyticsFilters({ search, period, onSearch, comparable = false, children }: FiltersProps) {
  const t = useWords(analyticsWords);
  return (
    <search className={classes.filters}>
      <PeriodFilter search={search} period={period} onSearch={onSearch} />
      {children}
      {comparable && (
        <Switch
          label={t('compare')}
          checked={search.compare ?? false}
          onChange={(event) => onSearch({ compare: event.currentTarget.checked || undefined })}
        />
      )}
    </search>
  );
}

/** Up to when the figures have been counted. */
export function AsOf({ at }: { at: string | null }) {
  const t = useWords(analyticsWords);
  return (
    <Note>
      {at === null ? (
        t('asOfNever')
      ) : (
        <>
          {t('asOf')} <Time at={at} />
        </>
      )}
    </Note>
  );
}
