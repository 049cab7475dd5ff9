import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconPlus } from '../../ui/icons.ts';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { Price } from './parts.tsx';
import { type Product, productStatuses, productsQuery } from './queries.ts';
import { subscriptionWords } from './words.ts';

const route = getRouteApi('/shell/subscription-products');

export function ProductsScreen() {
  const t = useWords(subscriptionWords);
  const { can } = useSession();
  return (
    <Page
      title={t('products.title')}
      description={t('products.text')}
      actions={
        can('pricing:write') && (
          <Button component={Link} to="/subscription-products/new" search leftSection={<IconPlus size={14} />}>
            {t('products.new')}
          </Button>
        )
      }
    >
      <RequirePermission>
        <Products />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Products() {
  const t = useWords(subscriptionWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(productsQuery(search));
  const columns = useColumns();
  return (
    <ListPage
      name="subscription-products"
      label={t('products.title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[choice('status', t('status'), productStatuses, (value) => word('status', value))]}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/subscription-products/$id', params: { id }, search: true })}
      empty={{ title: t('products.empty.title'), text: t('products.empty.text') }}
    />
  );
}

function useColumns(): Column<Product>[] {
  const t = useWords(subscriptionWords);
  const word = useServerWord();
  const format = useFormat();
  return [
    {
      key: 'name',
      label: t('form.name'),
      cell: ({ name, productId }) => (
        <Stack as="span" align="start" gap="3xs" tight>
          <Text as="bdi" weight="medium">
            {name}
          </Text>
          <Text as="bdi" size="sm" tone="muted">
            {productId}
          </Text>
        </Stack>
      ),
    },
    { key: 'price', label: t('price'), number: true, cell: (one) => <Price of={one} /> },
    {
      key: 'period',
      label: t('period'),
      wideOnly: true,
      cell: ({ periodDays }) => t('products.days', { count: periodDays, amount: format.number(periodDays) }),
    },
    {
      key: 'bonus',
      label: t('form.bonus'),
      number: true,
      wideOnly: true,
      cell: ({ bonusCoins }) => format.number(bonusCoins),
    },
    {
      key: 'unlocks',
      label: t('products.opens'),
      wideOnly: true,
      cell: ({ unlocksAll }) => t(unlocksAll ? 'products.all' : 'products.nothing'),
    },
    {
      key: 'status',
      label: t('status'),
      cell: ({ status }) => <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>,
    },
  ];
}
