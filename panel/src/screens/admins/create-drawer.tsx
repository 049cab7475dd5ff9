import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Text } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './admins.module.css';
import { rolesQuery } from './queries.ts';
import { temporaryPassword } from './temporary-password.ts';
import { adminWords } from './words.ts';

const route = getRouteApi('/shell/admins');
const nothing = { values: { name: '', email: '', role: '' }, tag: null };

export function CreateAdminDrawer() {
  const t = useWords(adminWords);
  const word = useServerWord();
  const review = useReview();
  const navigate = route.useNavigate();
  const [password, setPassword] = useState(temporaryPassword);
  const { data: roles = [] } = useQuery(rolesQuery);
  const form = useSchemaForm(
    {
      name: { kind: 'text', label: t('name'), required: true, max: 100 },
      email: { kind: 'email', label: t('email'), required: true, max: 254 },
      role: {
        kind: 'choice',
        label: t('role'),
        required: true,
        options: roles.map(({ name }) => ({ value: name, label: word('role', name, name) })),
      },
    },
    nothing,
    { draft: 'admin.new' },
  );
  const close = () => void navigate({ to: '/admins', search: true });
  const submit = () => {
    const { name, email, role } = form.values;
    review.open({
      title: t('create.sheet', { name }),
      confirmLabel: t('create.confirm'),
      change: change('POST', '/v1/admin/admins', { body: { name, email, role, temporary_password: password } }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
      result: () => (
        <div>
          <Text as="p" mb="sm">
            {t('create.once', { name })}
          </Text>
          <CopyText label={t('create.password')} text={password} />
        </div>
      ),
    });
  };
  return (
    <DetailDrawer title={t('create.title')} subtitle={t('create.text')} onClose={close} size={480}>
      <SchemaFields form={form} onSubmit={submit}>
        <div>
          <CopyText label={t('create.password')} text={password} />
          <Button
            className={classes.another}
            variant="subtle"
            color="gray"
            onClick={() => setPassword(temporaryPassword())}
          >
            {t('create.another')}
          </Button>
        </div>
        <div>
          <Button type="submit">{t('create.submit')}</Button>
        </div>
      </SchemaFields>
    </DetailDrawer>
  );
}
