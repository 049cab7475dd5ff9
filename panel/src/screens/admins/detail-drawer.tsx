import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { NotRefreshed, QueryFallback } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { SaveButton, SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { AdminActions } from './actions.tsx';
import { AdminHistory, PermissionSummary } from './facts.tsx';
import { type Admin, adminQuery, rolesQuery } from './queries.ts';
import { AdminStatus } from './status.tsx';
import { adminWords } from './words.ts';

const route = getRouteApi('/shell/admins/$id');

export function AdminDrawer() {
  const t = useWords(adminWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const admin = useQuery(adminQuery(id));
  const close = () => void navigate({ to: '/admins', search: true });
  if (!admin.data) {
    return (
      <DetailDrawer title={t('title')} onClose={close}>
        <QueryFallback query={admin} />
      </DetailDrawer>
    );
  }
  const { data, etag } = admin.data;
  return (
    <DetailDrawer
      title={data.name}
      subtitle={
        <>
          <bdi>{data.email}</bdi>
          <AdminStatus admin={data} />
        </>
      }
      actions={<AdminActions admin={data} onGone={close} />}
      onClose={close}
    >
      <NotRefreshed query={admin} />
      <DrawerSection title={t('edit.title')}>
        <EditForm admin={data} tag={etag ?? `"${data.revision}"`} onStale={() => void admin.refetch()} />
      </DrawerSection>
      <DrawerSection title={t('signingIn')}>
        <DescriptionList
          facts={[
            [t('lastSignIn'), <Time key="last" at={data.last_login_at} />],
            [t('secondFactor'), t(data.has_second_factor ? 'on' : 'off')],
            [t('created'), <Time key="created" at={data.created_at} />],
          ]}
        />
      </DrawerSection>
      <DrawerSection title={t('can.title')}>
        <PermissionSummary permissions={data.permissions} />
      </DrawerSection>
      <DrawerSection title={t('history.title')}>
        <AdminHistory id={data.id} />
      </DrawerSection>
    </DetailDrawer>
  );
}

interface EditFormProps {
  admin: Admin;
  tag: string;
  onStale: () => void;
}

function EditForm({ admin, tag, onStale }: EditFormProps) {
  const t = useWords(adminWords);
  const word = useServerWord();
  const review = useReview();
  const { data: roles = [] } = useQuery(rolesQuery);
  const isLast = admin.is_active && !admin.allowed.includes('disable');
  const names = [...new Set([admin.role, ...roles.map((role) => role.name)])];
  const form = useSchemaForm(
    {
      name: { kind: 'text', label: t('name'), required: true, max: 100 },
      role: {
        kind: 'choice',
        label: t('role'),
        options: names.map((name) => ({ value: name, label: word('role', name, name) })),
        locked: isLast ? t('blocked.lastSuperadmin') : undefined,
      },
    },
    { values: { name: admin.name, role: admin.role }, tag },
    { draft: `admin.${admin.id}`, onStale },
  );
  const submit = () =>
    review.open({
      title: t('edit.sheet', { name: admin.name }),
      confirmLabel: t('edit.confirm'),
      done: () => t('edit.done', { name: admin.name }),
      change: change('PUT', '/v1/admin/admins/{id}', { path: { id: admin.id }, body: form.changed, ifMatch: form.tag }),
      onRefused: form.applyServerErrors,
      onDone: form.reset,
    });
  return (
    <SchemaFields form={form} onSubmit={submit}>
      <SaveButton form={form}>{t('edit.submit')}</SaveButton>
    </SchemaFields>
  );
}
