import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { useFlagChange } from './flag-change.ts';
import { FlagFields, Visibility } from './flag-fields.tsx';
import { emptyFlag, flagOf, useFlagFields } from './flag-form.ts';
import { flagsQuery } from './queries.ts';
import { flagWords } from './words.ts';

const route = getRouteApi('/shell/flags');

export function NewFlagDrawer() {
  const t = useWords(flagWords);
  const navigate = route.useNavigate();
  const { set } = useFlagChange();
  const { data: known } = useQuery(flagsQuery);
  const fields = useFlagFields(true, false);
  const isTaken = (key: unknown) => Object.hasOwn(known?.data.flags ?? {}, String(key));
  const key = {
    ...fields.key,
    fault: (values: Readonly<Record<string, unknown>>) =>
      isTaken(values.key) ? t('form.taken') : fields.key.fault?.({ key: String(values.key) }),
  };
  const form = useSchemaForm({ ...fields, key }, { values: emptyFlag, tag: null }, { draft: 'flag.new' });
  const close = () => void navigate({ to: '/flags' });
  const submit = () =>
    set(form.values.key, flagOf(form.values), {
      tag: known?.etag ?? null,
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
    });
  return (
    <DetailDrawer title={t('new')} subtitle={t('create.text')} onClose={close} size={520}>
      <SchemaFormFrame form={form} onSubmit={submit}>
        <FormField form={form} name="key" />
        <Visibility flagKey={form.values.key} />
        <FlagFields form={form} />
        <div>
          <Button type="submit">{t('form.continue')}</Button>
        </div>
      </SchemaFormFrame>
    </DetailDrawer>
  );
}
