import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScreenPage } from '../../app/screen-page.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { BudgetBar } from './budget-bar.tsx';
import { PromoStatusPill, useGift, useWindow } from './names.tsx';
import classes from './promos.module.css';
import { type Promo, promosQuery, segmentsQuery, statuses, types } from './queries.ts';
import { promoWords } from './words.ts';

const route = getRouteApi('/shell/promos');

export function PromoListScreen() {
  const t = useWords(promoWords);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/promos/new', permission: 'pricing:write' }}
    >
      <PromoList />
    </ScreenPage>
  );
}

function PromoList() {
  const t = useWords(promoWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(promosQuery(search));
  const { data: segments = [] } = useQuery(segmentsQuery);
  const columns = useColumns();
  return (
    <ListPage
      name="promos"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        { kind: 'text', name: 'q', label: t('search') },
        {
          kind: 'choice',
          name: 'status',
          label: t('status'),
          options: statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        {
          kind: 'choice',
          name: 'type',
          label: t('type'),
          options: types.map((value) => ({ value, label: word('promoType', value) })),
        },
        {
          kind: 'choice',
          name: 'segmentId',
          label: t('segment'),
          options: segments.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      page={page}
      columns={columns}
      rowKey={(promo) => promo.id}
      linkOf={(promo) => ({ to: '/promos/$id', params: { id: promo.id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Promo>[] {
  const t = useWords(promoWords);
  const word = useServerWord();
  const format = useFormat();
  const gift = useGift();
  const windowOf = useWindow();
  return [
    {
      key: 'code',
      label: t('code'),
      cell: (promo) => (
        <Stack as="span" className={classes.named} tight>
          <span className={classes.code}>{promo.code}</span>
          <small>
            {word('promoType', promo.type)} · {gift(promo)}
          </small>
        </Stack>
      ),
    },
    { key: 'status', label: t('status'), cell: ({ status }) => <PromoStatusPill status={status} /> },
    { key: 'budget', label: t('budget.title'), cell: (promo) => <BudgetBar promo={promo} /> },
    {
      key: 'uses',
      label: t('uses'),
      number: true,
      wideOnly: true,
      cell: ({ redemptions }) => format.number(redemptions),
    },
    {
      key: 'window',
      label: t('window'),
      wideOnly: true,
      cell: (promo) => <Text nowrap>{windowOf(promo)}</Text>,
    },
    {
      key: 'segment',
      label: t('segment'),
      wideOnly: true,
      cell: ({ segment }) => (segment ? <bdi>{segment.name}</bdi> : t('everyone')),
    },
  ];
}
