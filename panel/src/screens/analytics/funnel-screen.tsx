import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { Box, Note, Stack } from '../../ui/box.tsx';
import { dayOf, mondayOf } from '../../ui/date/days.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { MarketChoice } from '../../ui/market-choice.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import { AnalyticsFilters, AnalyticsPage, AsOf } from './analytics-page.tsx';
import { Delta, PointsDelta } from './delta.tsx';
import { recentMondays } from './period.ts';
import { csvUrl, daysBefore, type Funnel, funnelQuery, settledOf } from './queries.ts';
import type { FunnelSearch } from './search.ts';
import { analyticsWords } from './words.ts';

const route = getRouteApi('/shell/analytics/funnel');

export function FunnelScreen() {
  const search = route.useSearch();
  const { compare: _compare, ...filters } = search;
  return (
    <AnalyticsPage tab="funnel" search={search} csv={csvUrl('funnel', filters)}>
      <Shown />
    </AnalyticsPage>
  );
}

function Shown() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { compare = false, ...filters } = search;
  const funnel = useQuery(funnelQuery(filters));
  const now = settledOf(funnel);
  const before = useQuery({
    ...funnelQuery({ ...filters, ...daysBefore(now?.period) }),
    enabled: compare && now !== undefined,
  });
  const go = (changed: FunnelSearch) => void navigate({ search: (kept) => ({ ...kept, ...changed }) });
  return (
    <>
      <AnalyticsFilters search={search} period={funnel.data?.period} onSearch={go} comparable>
        <MarketChoice value={search.market} onChange={(market) => go({ market })} />
        <CohortChoice value={search.installCohort} onChange={(installCohort) => go({ installCohort })} />
      </AnalyticsFilters>
      <Loaded query={funnel} lines={8}>
        {(data) => (
          <Stack className={classes.figures} gap="lg" aria-busy={funnel.isPlaceholderData}>
            <Steps funnel={data} before={compare ? settledOf(before) : undefined} />
            <AsOf at={data.asOf} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** As far back as one chooses from; another week can stand in the address. */
const weeks = 12;

interface CohortChoiceProps {
  value: string | undefined;
  onChange: (monday: string | undefined) => void;
}

function CohortChoice({ value = '', onChange }: CohortChoiceProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const mondays = recentMondays(mondayOf(dayOf(new Date())), weeks);
  const listed = value === '' || mondays.includes(value) ? mondays : [...mondays, value];
  return (
    <NativeSelect
      aria-label={t('funnel.cohort')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: `${t('funnel.cohort')}: ${t('funnel.anyWeek')}` },
        ...listed.map((monday) => ({
          value: monday,
          label: `${t('funnel.cohort')}: ${t('funnel.week', { day: format.date(monday) })}`,
        })),
      ]}
    />
  );
}

interface StepsProps {
  funnel: Funnel;
  before: Funnel | undefined;
}

/** The steps under each other, each as wide as the share of users that took it. */
function Steps({ funnel: { steps }, before }: StepsProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  if (steps.every(({ count }) => count === 0)) {
    return <EmptyState title={t('funnel.empty.title')} text={t('funnel.empty.text')} />;
  }
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <Box as="section" className={classes.card} framed="raised" pad="lg" aria-label={t('funnel.title')}>
      <h2>{t('funnel.title')}</h2>
      <Note>{t('funnel.text')}</Note>
      <ScrollBox label={t('funnel.title')} className={classes.scroll}>
        <table className={classes.table} aria-label={t('funnel.title')}>
          <thead>
            <tr>
              <th scope="col">{t('funnel.step')}</th>
              <th scope="col">{t('funnel.users')}</th>
              <th scope="col">{t('funnel.fromPrevious')}</th>
              <th scope="col">{t('funnel.fromTop')}</th>
              {before && (
                <>
                  <th scope="col">{t('funnel.usersChange')}</th>
                  <th scope="col">{t('funnel.conversionChange')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ name, count, conversionFromPrev, conversionFromTop }, index) => (
              <tr key={name}>
                <th scope="row" className={classes.step}>
                  {t(`funnel.steps.${name}`)}
                  <span aria-hidden className={classes.stepBar} style={{ inlineSize: `${(count / most) * 100}%` }} />
                </th>
                <td>{format.number(count)}</td>
                <td>{index === 0 ? '–' : format.percent(conversionFromPrev)}</td>
                <td>{index === 0 ? '–' : format.percent(conversionFromTop)}</td>
                {before && <Changes step={{ name, count, conversionFromPrev }} before={before} isFirst={index === 0} />}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Box>
  );
}

interface ChangesProps {
  step: Pick<Funnel['steps'][number], 'name' | 'count' | 'conversionFromPrev'>;
  before: Funnel;
  isFirst: boolean;
}

/** More users at a step say little about it; what matters is which share of the previous step they are. */
function Changes({ step: { name, count, conversionFromPrev }, before, isFirst }: ChangesProps) {
  const earlier = before.steps.find((step) => step.name === name);
  const { period } = before;
  return (
    <>
      <td>
        <Delta now={count} before={earlier?.count ?? 0} period={period} better="neither" />
      </td>
      <td>
        {isFirst ? (
          '–'
        ) : (
          <PointsDelta now={conversionFromPrev} before={earlier?.conversionFromPrev ?? 0} period={period} />
        )}
      </td>
    </>
  );
}
