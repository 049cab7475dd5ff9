import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { IconPlus } from '../../ui/icons.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { PersonAvatar } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './admins.module.css';
import { type Admin, adminsQuery, rolesQuery } from './queries.ts';
import { AdminStatus } from './status.tsx';
import { adminWords } from './words.ts';

const route = getRouteApi('/shell/admins');

export function AdminListScreen() {
  const t = useWords(adminWords);
  const { can } = useSession();
  return (
    <Page
      title={t('title')}
      description={t('text')}
      actions={
        can('*') && (
          <Button component={Link} to="/admins/new" search leftSection={<IconPlus size={14} />}>
            {t('new')}
          </Button>
        )
      }
    >
      <RequirePermission>
        <AdminList />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function AdminList() {
  const t = useWords(adminWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(adminsQuery(search));
  const { data: roles = [] } = useQuery(rolesQuery);
  const columns = useColumns();
  return (
    <ListPage
      name="admins"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        { kind: 'text', name: 'q', label: t('search') },
        {
          kind: 'choice',
          name: 'role',
          label: t('role'),
          options: roles.map(({ name }) => ({ value: name, label: word('role', name, name) })),
        },
        {
          kind: 'choice',
          name: 'is_active',
          label: t('status'),
          options: [
            { value: true, label: word('status', 'active') },
            { value: false, label: word('status', 'disabled') },
          ],
        },
      ]}
      page={page}
      columns={columns}
      rowKey={(admin) => admin.id}
      linkOf={(admin) => ({ to: '/admins/$id', params: { id: admin.id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Admin>[] {
  const t = useWords(adminWords);
  const word = useServerWord();
  const { me } = useSession();
  return [
    {
      key: 'name',
      label: t('name'),
      cell: (admin) => (
        <Inline as="span">
          <PersonAvatar name={admin.name} size={28} />
          <Stack as="span" tight>
            <Inline as="span" weight="medium">
              <bdi>{admin.name}</bdi>
              {admin.id === me.id && (
                <Text className={classes.you} size="xs" weight="medium" tone="accent">
                  {t('you')}
                </Text>
              )}
            </Inline>
            <small>
              <bdi>{admin.email}</bdi>
            </small>
          </Stack>
        </Inline>
      ),
    },
    { key: 'role', label: t('role'), cell: (admin) => word('role', admin.role, admin.role) },
    { key: 'status', label: t('status'), cell: (admin) => <AdminStatus admin={admin} /> },
    {
      key: 'factor',
      label: t('secondFactor'),
      wideOnly: true,
      cell: (admin) => t(admin.has_second_factor ? 'on' : 'off'),
    },
    {
      key: 'last',
      label: t('lastSignIn'),
      wideOnly: true,
      cell: (admin) => <Time at={admin.last_login_at} distance />,
    },
    { key: 'created', label: t('created'), wideOnly: true, cell: (admin) => <Time at={admin.created_at} /> },
  ];
}
