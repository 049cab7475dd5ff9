import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { PackageCard } from './package-card.tsx';
import classes from './packages.module.css';
import { type CoinPackage, packagesQuery } from './queries.ts';
import { inStoreOrder, isSoldBy, railsIn } from './rails.ts';
import { usualCoinsPerDollar } from './value.ts';
import { packageWords } from './words.ts';

const route = getRouteApi('/shell/packages');

export function PackagesScreen() {
  const t = useWords(packageWords);
  const { can } = useSession();
  return (
    <Page
      title={t('title')}
      description={t('text')}
      actions={
        can('pricing:write') && (
          <Button component={Link} to="/packages/new" search leftSection={<IconPlus size={14} />}>
            {t('new')}
          </Button>
        )
      }
    >
      <RequirePermission>
        <Packages />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Packages() {
  const t = useWords(packageWords);
  const packages = useQuery(packagesQuery);
  return (
    <Loaded query={packages} lines={8}>
      {(data) =>
        data.length === 0 ? <EmptyState title={t('empty.title')} text={t('empty.text')} /> : <Store packages={data} />
      }
    </Loaded>
  );
}

/** Everything there is, or what the store shows to who pays in one way. */
function Store({ packages }: { packages: readonly CoinPackage[] }) {
  const t = useWords(packageWords);
  const railName = useRailName();
  const { rail } = route.useSearch();
  const navigate = route.useNavigate();
  const usual = usualCoinsPerDollar(packages);
  const shown = packages.filter((one) => !rail || (one.status === 'active' && isSoldBy(one, rail)));
  const rails = [...new Set([...railsIn(packages), ...(rail ? [rail] : [])])];
  return (
    <>
      <NativeSelect
        className={classes.filter ?? ''}
        label={t('store')}
        value={rail ?? ''}
        onChange={(event) => void navigate({ search: { rail: event.currentTarget.value || undefined } })}
        data={[{ value: '', label: t('all') }, ...rails.map((value) => ({ value, label: railName(value) }))]}
      />
      {rail && shown.length === 0 ? (
        <EmptyState title={t('none.title')} text={t('none.text', { rail: railName(rail) })} />
      ) : (
        <ul className={classes.cards} aria-label={t('list')}>
          {inStoreOrder(shown).map((one) => (
            <PackageCard key={one.id} one={one} usual={usual} />
          ))}
        </ul>
      )}
    </>
  );
}
