import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ListParams } from '../../api/query.ts';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import type { FilterSpec } from '../../ui/list/filter-spec.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { type ListState, sortingOf } from '../../ui/list/search.ts';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PersonAvatar } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { platformOf } from './platforms.ts';
import { kinds, sorts, statuses, type UserListItem, usersQuery } from './queries.ts';
import { UserStatus, useNameOf } from './status.tsx';
import classes from './users.module.css';
import { userWords } from './words.ts';

const route = getRouteApi('/shell/users');

export function UserListScreen() {
  const t = useWords(userWords);
  const { can } = useSession();
  return (
    <Page title={t('title')} description={can('users:read') && <Total />}>
      <RequirePermission>
        <UserList />
      </RequirePermission>
    </Page>
  );
}

/** Exact, whatever the filters are; the page is asked for once for both. */
function Total() {
  const t = useWords(userWords);
  const format = useFormat();
  const { data } = useQuery(usersQuery(route.useSearch()));
  const shown = data && t('total', { count: data.total, shown: format.number(data.total) });
  return (
    <span className="tabular" aria-live="polite">
      {shown ?? t('counting')}
    </span>
  );
}

function UserList() {
  const t = useWords(userWords);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(usersQuery(search));
  const columns = useColumns();
  const filters = useFilters();
  const onSearch = (next: Search) => void navigate({ search: next });
  return (
    <ListPage
      name="users"
      label={t('title')}
      search={search}
      onSearch={onSearch}
      filters={filters}
      page={page}
      columns={columns}
      sort={sortingOf(search, sorts, onSearch)}
      rowKey={(user) => user.id}
      linkOf={(user) => ({ to: '/users/$id', params: { id: user.id } })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

type Search = ListParams<'/v1/admin/users'> & ListState;

function useFilters(): FilterSpec<Search>[] {
  const t = useWords(userWords);
  const word = useServerWord();
  const places = usePlaces();
  return [
    { kind: 'text', name: 'q', label: t('search'), placeholder: t('searchShort') },
    {
      kind: 'choice',
      name: 'status',
      label: t('status'),
      options: statuses.map((value) => ({ value, label: word('status', value) })),
    },
    { kind: 'choice', name: 'guest', label: t('kind'), options: kinds.map((value) => ({ value, label: t(value) })) },
    { kind: 'choice', name: 'country', label: t('country'), options: places.all },
    { kind: 'day', name: 'createdFrom', label: t('createdFrom') },
    { kind: 'day', name: 'createdTo', label: t('createdTo') },
  ];
}

function useColumns(): Column<UserListItem>[] {
  const t = useWords(userWords);
  const format = useFormat();
  const places = usePlaces();
  return [
    { key: 'user', label: t('user'), cell: (user) => <WhoCell user={user} /> },
    { key: 'status', label: t('status'), cell: (user) => <UserStatus status={user.status} /> },
    {
      key: 'country',
      label: t('country'),
      wideOnly: true,
      cell: (user) => (user.countryCode === null ? '' : places.country(user.countryCode)),
    },
    {
      key: 'balance',
      label: t('balance'),
      number: true,
      sort: 'balance',
      cell: (user) => format.number(user.balanceTotal),
    },
    {
      key: 'spend',
      label: t('spend'),
      number: true,
      wideOnly: true,
      sort: 'spend',
      cell: (user) => <Money cents={user.totalSpendCents} />,
    },
    {
      key: 'seen',
      label: t('lastSeen'),
      wideOnly: true,
      sort: 'last_seen_at',
      cell: (user) => <Time at={user.lastSeenAt} distance />,
    },
    {
      key: 'created',
      label: t('created'),
      wideOnly: true,
      sort: 'created_at',
      cell: (user) => <Time at={user.createdAt}>{format.date(user.createdAt)}</Time>,
    },
  ];
}

function WhoCell({ user }: { user: UserListItem }) {
  const nameOf = useNameOf();
  const { displayName, email, phoneE164, device } = user;
  const [first = nameOf(user), second] = [displayName, email, phoneE164].filter((one) => one !== null);
  return (
    <Inline as="span" className={classes.person}>
      <PersonAvatar name={first} size={28} />
      <Stack as="span" className={classes.who} tight>
        <span className={classes.whoName}>
          <bdi>{first}</bdi>
        </span>
        <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
          <bdi>{second ?? device?.model ?? platformOf(device?.platform ?? null)}</bdi>
        </Text>
      </Stack>
    </Inline>
  );
}
