import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { DateField } from '../../ui/date/date-field.tsx';
import { addDays, dayOf } from '../../ui/date/days.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import classes from './economy.module.css';
import { type Economy, type EconomySearch, segmentsQuery } from './queries.ts';
import { economyWords } from './words.ts';

const route = getRouteApi('/shell/economy');

const spans = [
  { days: 7, name: 'week' },
  { days: 30, name: 'month' },
  { days: 90, name: 'quarter' },
] as const;

/** Which days, whose coins. All of it is in the address. */
export function EconomyFilters({ period }: { period: Economy['period'] | undefined }) {
  const t = useWords(economyWords);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (changed: EconomySearch) => void navigate({ search: (kept) => ({ ...kept, ...changed }) });
  const today = dayOf(new Date());
  const from = search.dateFrom ?? period?.start ?? '';
  const to = search.dateTo ?? period?.end ?? '';
  return (
    <search className={classes.filters}>
      <div className={classes.spans}>
        {spans.map(({ days, name }) => {
          const first = addDays(today, 1 - days);
          return (
            <Button
              key={name}
              variant="default"
              aria-pressed={from === first && to === today}
              onClick={() => go({ dateFrom: days === 30 ? undefined : first, dateTo: undefined })}
            >
              {t(`filter.${name}`)}
            </Button>
          );
        })}
      </div>
      <div className={classes.days}>
        <DateField
          aria-label={t('filter.from')}
          commitOnLeave
          value={from}
          onChange={(day) => go({ dateFrom: day || undefined })}
        />
        <span aria-hidden>–</span>
        <DateField
          aria-label={t('filter.to')}
          commitOnLeave
          value={to}
          onChange={(day) => go({ dateTo: day || undefined })}
        />
      </div>
      <MarketChoice value={search.market} onChange={(market) => go({ market })} />
      <SegmentChoice value={search.segmentId} onChange={(segmentId) => go({ segmentId })} />
    </search>
  );
}

interface ChoiceProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function MarketChoice({ value = '', onChange }: ChoiceProps) {
  const t = useWords(economyWords);
  const { all } = usePlaces();
  return (
    <NativeSelect
      aria-label={t('filter.market')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: t('filter.allMarkets') }, ...all()]}
    />
  );
}

/** For those who may see segments. */
function SegmentChoice({ value = '', onChange }: ChoiceProps) {
  const t = useWords(economyWords);
  const { may } = useSession();
  const { data: segments = [] } = useQuery({ ...segmentsQuery, enabled: may('pricing:read') });
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
