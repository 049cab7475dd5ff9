import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { IconPlus } from '../../ui/icons.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { rolesQuery } from '../admins/queries.ts';
import { Conflicts } from './conflict.tsx';
import { Matrix } from './matrix.tsx';
import { useStaged } from './staged.ts';
import { UnsavedRoles } from './unsaved-roles.tsx';
import { roleWords } from './words.ts';

export function RolesScreen() {
  const t = useWords(roleWords);
  const { can } = useSession();
  return (
    <Page
      title={t('title')}
      description={t('text')}
      actions={
        can('*') && (
          <Button component={Link} to="/roles/new" leftSection={<IconPlus size={14} />}>
            {t('new')}
          </Button>
        )
      }
    >
      <RequirePermission>
        <RoleMatrix />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function RoleMatrix() {
  const query = useQuery(rolesQuery);
  const staged = useStaged();
  return (
    <Loaded query={query} lines={12}>
      {(data) => {
        // The server lists the newest first; a matrix grows to the end.
        const roles = data.toReversed();
        return (
          <>
            <Conflicts roles={roles} staged={staged} />
            <Matrix roles={roles} staged={staged} />
            <UnsavedRoles roles={roles} staged={staged} />
          </>
        );
      }}
    </Loaded>
  );
}
