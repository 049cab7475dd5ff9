import { MultiSelect, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useRailName } from '../../words/rails.ts';
import classes from './analytics.module.css';
import { paymentKinds, railFamilies } from './search.ts';
import { analyticsWords } from './words.ts';

const route = getRouteApi('/shell/analytics/revenue');

/** Payment methods, markets and what was paid for. */
export function RevenueChoices() {
  const t = useWords(analyticsWords);
  const railName = useRailName();
  const { all } = usePlaces();
  const { rails = [], countries = [], kind } = route.useSearch();
  const navigate = route.useNavigate();
  const some = (values: string[]) => (values.length === 0 ? undefined : values);
  const shownRails = [...new Set([...railFamilies, ...rails])];
  return (
    <>
      <MultiSelect
        aria-label={t('revenue.rail')}
        placeholder={rails.length === 0 ? t('revenue.rails') : ''}
        className={classes.choice ?? ''}
        clearable
        data={shownRails.map((value) => ({ value, label: railName(value) }))}
        value={rails}
        onChange={(values) => void navigate({ search: (kept) => ({ ...kept, rails: some(values) }) })}
      />
      <MultiSelect
        aria-label={t('revenue.market')}
        placeholder={countries.length === 0 ? t('revenue.countries') : ''}
        className={classes.choice ?? ''}
        searchable
        clearable
        limit={50}
        data={[...all()]}
        value={countries}
        onChange={(values) => void navigate({ search: (kept) => ({ ...kept, countries: some(values) }) })}
      />
      <NativeSelect
        aria-label={t('revenue.kind')}
        value={kind ?? ''}
        onChange={(event) => {
          const chosen = paymentKinds.find((one) => one === event.currentTarget.value);
          void navigate({ search: (kept) => ({ ...kept, kind: chosen }) });
        }}
        data={[
          { value: '', label: t('revenue.allKinds') },
          ...paymentKinds.map((value) => ({ value, label: t(`revenue.${value}`) })),
        ]}
      />
    </>
  );
}
