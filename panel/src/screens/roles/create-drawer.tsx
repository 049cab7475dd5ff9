import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { isTextList, useDraft } from '../../ui/draft.ts';
import { SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { rolesQuery } from '../admins/queries.ts';
import classes from './drawer.module.css';
import { drawerWords } from './drawer-words.ts';
import { groupsOf, holdsAll, type Role } from './staged.ts';
import { roleWords } from './words.ts';

const route = getRouteApi('/shell/roles/new');
const nothing = { values: { name: '', description: '' }, tag: null };

export function CreateRoleDrawer() {
  const t = useWords(roleWords);
  const d = useWords(drawerWords);
  const word = useServerWord();
  const review = useReview();
  const navigate = route.useNavigate();
  const { data: roles = [] } = useQuery(rolesQuery);
  const [from, setFrom] = useState('');
  const [chosen = [], setChosen] = useDraft('form role.new.permissions', isTextList);
  const fields = useSchemaForm(
    {
      name: { kind: 'text', label: t('name'), required: true, max: 60 },
      description: { kind: 'long', label: t('description'), max: 500 },
    },
    nothing,
    { draft: 'role.new' },
  );
  const form = {
    ...fields,
    reset: () => {
      fields.reset();
      setChosen(undefined);
    },
  };
  const close = () => void navigate({ to: '/roles' });
  // What holds everything cannot be copied: no other role may.
  const models = roles.filter((role) => !holdsAll(role)).toReversed();
  const begin = (id: string) => {
    setFrom(id);
    setChosen(models.find((role) => role.id === id)?.permissions ?? []);
  };
  const submit = () => {
    const { name, description } = form.values;
    review.open({
      title: d('create.sheet', { role: name }),
      confirmLabel: d('create.confirm'),
      change: change('POST', '/v1/admin/roles', { body: { name, description, permissions: [...chosen] } }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
    });
  };
  return (
    <DetailDrawer title={d('create.title')} subtitle={d('create.text')} onClose={close}>
      <SchemaFields form={form} onSubmit={submit}>
        <NativeSelect
          label={d('create.from')}
          value={from}
          onChange={(event) => begin(event.currentTarget.value)}
          data={[
            { value: '', label: d('create.nothing') },
            ...models.map(({ id, name }) => ({ value: id, label: word('role', name, name) })),
          ]}
        />
        <PermissionPicker roles={roles} chosen={chosen} onChange={setChosen} />
        <div>
          <Button type="submit">{d('create.submit')}</Button>
        </div>
      </SchemaFields>
    </DetailDrawer>
  );
}

interface PermissionPickerProps {
  roles: readonly Role[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function PermissionPicker({ roles, chosen, onChange }: PermissionPickerProps) {
  const d = useWords(drawerWords);
  const word = useServerWord();
  const toggle = (permission: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, permission] : chosen.filter((one) => one !== permission));
  return (
    <fieldset className={classes.picker}>
      <legend className={classes.pickerTitle}>
        {d('create.permissions')}
        <Text weight="normal" tone="muted">
          {d('create.chosen', { count: chosen.length })}
        </Text>
      </legend>
      {groupsOf(roles).map(({ name, permissions }) => (
        <div key={name} className={classes.pickerGroup}>
          <Text as="p" weight="normal" tone="muted">
            {word('permissionGroup', name)}
          </Text>
          <Stack gap="sm">
            {permissions.map((permission) => (
              <Checkbox
                key={permission}
                size="xs"
                label={word('permission', permission)}
                checked={chosen.includes(permission)}
                onChange={(event) => toggle(permission, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </div>
      ))}
    </fieldset>
  );
}
