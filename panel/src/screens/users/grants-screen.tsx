import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import listClasses from '../../ui/list/list.module.css';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { useLanguage, useWords } from '../../words/define.ts';
import { guestName } from '../../words/guest.ts';
import { grantWords } from './grants-words.ts';
import { grantsTodayQuery } from './queries.ts';

type GrantsToday = Schema<'GrantsToday'>;

/** What one has granted today, to whom, and what is left of each user's cap. */
export function GrantsScreen() {
  const t = useWords(grantWords);
  return (
    <Page title={t('title')}>
      <RequirePermission>
        <Grants />
      </RequirePermission>
    </Page>
  );
}

function Grants() {
  const t = useWords(grantWords);
  const format = useFormat();
  const grants = useQuery(grantsTodayQuery);
  return (
    <Loaded query={grants}>
      {(today) => {
        const { grantedCoins: count, dailyLimitCoins: limit, users } = today;
        if (users.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />;
        return (
          <>
            <Text as="p" tone="muted" mb="md">
              {t('granted', { count, amount: format.number(count) })}
              {limit !== null && ` ${t('limit', { amount: format.number(limit) })}`}
            </Text>
            <UserTable today={today} />
          </>
        );
      }}
    </Loaded>
  );
}

function UserTable({ today: { users, userCapCoins: cap } }: { today: GrantsToday }) {
  const t = useWords(grantWords);
  const format = useFormat();
  const language = useLanguage();
  const columns: Column<GrantsToday['users'][number]>[] = [
    {
      key: 'user',
      label: t('user'),
      cell: ({ id, label, countryCode }) => <Person name={label ?? guestName(language, id, countryCode)} />,
    },
    { key: 'granted', label: t('mine'), number: true, cell: ({ grantedCoins }) => format.number(grantedCoins) },
    {
      key: 'used',
      label: t('used'),
      number: true,
      cell: ({ usedCoins }) =>
        cap === null ? '–' : t('usedOf', { used: format.number(usedCoins), cap: format.number(cap) }),
    },
    {
      key: 'left',
      label: t('left'),
      number: true,
      cell: ({ leftCoins }) => (cap === null ? t('noCap') : format.number(leftCoins)),
    },
  ];
  return (
    <div className={listClasses.frame}>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        linkOf={({ id }) => ({ to: '/users/$id', params: { id } })}
      />
    </div>
  );
}
