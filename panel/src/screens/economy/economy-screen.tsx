import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { LedgerProof } from '../../app/proof.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Note, Stack } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { EconomyCharts } from './charts.tsx';
import classes from './economy.module.css';
import { EconomyFilters } from './filters.tsx';
import { type Economy, economyQuery } from './queries.ts';
import { Totals } from './totals.tsx';
import { economyWords } from './words.ts';
import { ZeroSum } from './zero-sum.tsx';

const route = getRouteApi('/shell/economy');

export function EconomyScreen() {
  const t = useWords(economyWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <Shown />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Shown() {
  const economy = useQuery(economyQuery(route.useSearch()));
  return (
    <>
      <EconomyFilters period={economy.data?.period} />
      <Loaded query={economy} lines={12}>
        {(data) => <Figures economy={data} stale={economy.isPlaceholderData} />}
      </Loaded>
    </>
  );
}

const isEmpty = (economy: Economy): boolean =>
  economy.liabilityPaidCoins + economy.liabilityBonusCoins === 0 &&
  Object.keys({ ...economy.mintedBySource, ...economy.burnedBySink }).length === 0;

function Figures({ economy, stale }: { economy: Economy; stale: boolean }) {
  const t = useWords(economyWords);
  return (
    <Stack className={classes.figures} gap="lg" aria-busy={stale}>
      <ZeroSum breach={economy.zeroSumBreach} />
      {isEmpty(economy) ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <>
          <Totals economy={economy} />
          <EconomyCharts economy={economy} />
        </>
      )}
      <LedgerProof />
      <Note>
        {t('asOf')} <Time at={economy.asOf} />
      </Note>
    </Stack>
  );
}
