import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { ScreenPage } from '../../app/screen-page.tsx';
import { Inline } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import { ExplainDrawer } from './explain-drawer.tsx';
import { HeatMap } from './heat-map.tsx';
import { useCoins } from './names.ts';
import classes from './pricing.module.css';
import { configQuery, overridesQuery } from './queries.ts';
import { Timeline } from './timeline.tsx';
import { views } from './views.ts';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing');

export function PricingScreen() {
  const t = useWords(pricingWords);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/pricing/new', permission: 'pricing:write' }}
    >
      <Prices />
    </ScreenPage>
  );
}

function Prices() {
  const t = useWords(pricingWords);
  const { view = 'time', episode } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (value: string) => {
    const next = views.find((one) => one === value);
    void navigate({ search: ({ series }) => ({ series, ...(next === 'table' && { view: next }) }) });
  };
  return (
    <>
      <DefaultPrice />
      <Inline wraps mb="md">
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={show}
          data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
      </Inline>
      {view === 'time' ? <Overrides /> : <HeatMap />}
      {view === 'table' && episode && <ExplainDrawer episodeId={episode} />}
    </>
  );
}

function DefaultPrice() {
  const t = useWords(pricingWords);
  const coins = useCoins();
  const navigate = route.useNavigate();
  const { data: config } = useQuery(configQuery);
  const blocked = useDisabledReason(config?.data.allowed ?? [], 'pricing:write');
  return (
    <Inline as="section" className={classes.default} wraps gap="xl" rowGap="sm" mb="xl" aria-label={t('default.title')}>
      <div>
        <h2>{t('default.title')}</h2>
        <p>{t('default.text')}</p>
      </div>
      <strong className="tabular">{config ? coins(config.data.defaultCoinsPerEpisode) : '…'}</strong>
      {config && (
        <GatedButton
          blocked={blocked('update')}
          onClick={() => void navigate({ to: '/pricing/default', search: true })}
        >
          {t('default.edit')}
        </GatedButton>
      )}
    </Inline>
  );
}

function Overrides() {
  const t = useWords(pricingWords);
  const overrides = useQuery(overridesQuery);
  return (
    <Loaded query={overrides} lines={8}>
      {(data) =>
        data.length === 0 ? (
          <EmptyState title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <Timeline overrides={data} />
        )
      }
    </Loaded>
  );
}
