import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Stack, Text } from '../../ui/box.tsx';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { PeriodProgress } from '../../ui/period-progress.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { Price, Subscriber, SubscriptionStatus, usePlatformName } from './parts.tsx';
import { everyProductQuery, platforms, type Subscription, statuses, subscriptionsQuery } from './queries.ts';
import { subscriptionWords } from './words.ts';

const route = getRouteApi('/shell/subscriptions');

export function SubscriptionsScreen() {
  const t = useWords(subscriptionWords);
  const { can } = useSession();
  return (
    <Page
      title={t('title')}
      description={
        <>
          {t('text')} {can('pricing:read') && <Link to="/subscription-products">{t('products.title')}</Link>}
        </>
      }
    >
      <RequirePermission>
        <Subscriptions />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Subscriptions() {
  const t = useWords(subscriptionWords);
  const word = useServerWord();
  const platformName = usePlatformName();
  const { all } = usePlaces();
  const { can } = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(subscriptionsQuery(search));
  const products = useQuery({ ...everyProductQuery, enabled: can('pricing:read') });
  const columns = useColumns();
  const productOptions = (products.data ?? []).map(({ productId, name }) => ({ value: productId, label: name }));
  return (
    <ListPage
      name="subscriptions"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        choice('status', t('status'), statuses, (value) => word('status', value)),
        choice('platform', t('platform'), platforms, platformName),
        ...(productOptions.length === 0
          ? []
          : [{ kind: 'choice', name: 'productId', label: t('product'), options: productOptions } as const]),
        { kind: 'choice', name: 'country', label: t('country'), options: all },
        { kind: 'text', name: 'q', label: t('providerId') },
      ]}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/subscriptions/$id', params: { id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Subscription>[] {
  const t = useWords(subscriptionWords);
  const platformName = usePlatformName();
  const { country } = usePlaces();
  return [
    {
      key: 'product',
      label: t('product'),
      cell: ({ productName, platform }) => (
        <Stack as="span" align="start" gap="3xs" tight>
          <Text as="bdi" weight="medium">
            {productName}
          </Text>
          <small>{platformName(platform)}</small>
        </Stack>
      ),
    },
    { key: 'user', label: t('user'), cell: ({ user }) => <Subscriber user={user} /> },
    { key: 'status', label: t('status'), cell: (one) => <SubscriptionStatus subscription={one} /> },
    {
      key: 'period',
      label: t('period'),
      wideOnly: true,
      cell: ({ currentPeriodStart, currentPeriodEnd, status }) => (
        <PeriodProgress from={currentPeriodStart} to={currentPeriodEnd} runs={status !== 'expired'} />
      ),
    },
    { key: 'price', label: t('price'), number: true, wideOnly: true, cell: (one) => <Price of={one} /> },
    {
      key: 'country',
      label: t('country'),
      wideOnly: true,
      cell: ({ region }) => (region === null ? '–' : country(region)),
    },
  ];
}
