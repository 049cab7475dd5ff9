import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { NotRefreshed, QueryFallback } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Text } from '../../ui/box.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { SaveButton, SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { PermissionSummary } from '../admins/public.ts';
import { drawerWords } from './drawer-words.ts';
import { RoleHistory, RoleHolders } from './holders.tsx';
import { roleQuery } from './queries.ts';
import type { Role } from './staged.ts';
import { roleWords } from './words.ts';

const route = getRouteApi('/shell/roles/$id');

export function RoleDrawer() {
  const t = useWords(roleWords);
  const d = useWords(drawerWords);
  const word = useServerWord();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const role = useQuery(roleQuery(id));
  const close = () => void navigate({ to: '/roles' });
  if (!role.data) {
    return (
      <DetailDrawer title={t('role')} onClose={close}>
        <QueryFallback query={role} />
      </DetailDrawer>
    );
  }
  const { data, etag } = role.data;
  const description = data.is_system ? word('roleDescription', data.name, data.description) : data.description;
  return (
    <DetailDrawer
      title={word('role', data.name, data.name)}
      subtitle={
        <>
          <StatusPill tone={data.is_system ? 'neutral' : 'info'}>{t(data.is_system ? 'builtIn' : 'custom')}</StatusPill>
          <bdi>{description}</bdi>
        </>
      }
      actions={<DeleteButton role={data} />}
      onClose={close}
    >
      <NotRefreshed query={role} />
      <DrawerSection title={d('edit.title')}>
        {data.is_system ? (
          <Text as="p" weight="normal" tone="muted">
            {d('edit.locked')}
          </Text>
        ) : (
          <EditForm role={data} tag={etag ?? `"${data.revision}"`} onStale={() => void role.refetch()} />
        )}
      </DrawerSection>
      <DrawerSection title={d('who.title')}>
        <RoleHolders role={data} />
      </DrawerSection>
      <DrawerSection title={d('may')}>
        <PermissionSummary permissions={data.permissions} />
      </DrawerSection>
      <DrawerSection title={d('history.title')}>
        <RoleHistory id={data.id} />
      </DrawerSection>
    </DetailDrawer>
  );
}

function DeleteButton({ role }: { role: Role }) {
  const d = useWords(drawerWords);
  const word = useServerWord();
  const review = useReview();
  const blocked = useDisabledReason(role.allowed, '*');
  const why = role.is_system ? d('remove.builtIn') : d('remove.held', { count: role.admin_count });
  const open = () =>
    review.open({
      title: d('remove.sheet', { role: word('role', role.name, role.name) }),
      about: role.name,
      intro: d('remove.text'),
      confirmLabel: d('remove.action'),
      danger: true,
      change: change('DELETE', '/v1/admin/roles/{id}', { path: { id: role.id } }),
    });
  return (
    <GatedButton blocked={blocked('delete', why)} variant="light" color="red" onClick={open}>
      {d('remove.action')}
    </GatedButton>
  );
}

interface EditFormProps {
  role: Role;
  tag: string;
  onStale: () => void;
}

function EditForm({ role, tag, onStale }: EditFormProps) {
  const t = useWords(roleWords);
  const d = useWords(drawerWords);
  const review = useReview();
  const form = useSchemaForm(
    {
      name: { kind: 'text', label: t('name'), required: true, max: 60 },
      description: { kind: 'long', label: t('description'), max: 500 },
    },
    { values: { name: role.name, description: role.description }, tag },
    { draft: `role.${role.id}`, onStale },
  );
  const submit = () =>
    review.open({
      title: d('edit.sheet', { role: role.name }),
      confirmLabel: d('edit.confirm'),
      change: change('PUT', '/v1/admin/roles/{id}', { path: { id: role.id }, body: form.changed, ifMatch: form.tag }),
      onRefused: form.applyServerErrors,
      onDone: form.reset,
    });
  return (
    <SchemaFields form={form} onSubmit={submit}>
      <SaveButton form={form}>{d('edit.submit')}</SaveButton>
    </SchemaFields>
  );
}
