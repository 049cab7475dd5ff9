import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { PeriodFilter } from '../../ui/date/period-filter.tsx';
import { MarketChoice } from '../../ui/market-choice.tsx';
import { useWords } from '../../words/define.ts';
import classes from './economy.module.css';
import { type Economy, type EconomySearch, segmentsQuery } from './queries.ts';
import { economyWords } from './words.ts';

const route = getRouteApi('/shell/economy');

/** Which days, whose coins. All of it is in the address. */
export function EconomyFilters({ period }: { period: Economy['period'] | undefined }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (changed: EconomySearch) => void navigate({ search: (kept) => ({ ...kept, ...changed }) });
  return (
    <search className={classes.filters}>
      <PeriodFilter search={search} period={period} onSearch={go} />
      <MarketChoice value={search.market} onChange={(market) => go({ market })} />
      <SegmentChoice value={search.segmentId} onChange={(segmentId) => go({ segmentId })} />
    </search>
  );
}

interface ChoiceProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** For those who may see segments. */
function SegmentChoice({ value = '', onChange }: ChoiceProps) {
  const t = useWords(economyWords);
  const { can } = useSession();
  const { data: segments = [] } = useQuery({ ...segmentsQuery, enabled: can('pricing:read') });
  if (segments.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t('filter.segment')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: t('filter.allUsers') },
        ...segments.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
