import { Button } from '@mantine/core';
import { change } from '../../api/change.ts';
import { useSave } from '../../app/review/use-save.ts';
import { useSession } from '../../app/session.ts';
import { Inline } from '../../ui/box.tsx';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import classes from './push.module.css';
import { pushWords } from './words.ts';

/** Sends the campaign to one's own account in the app. */
export function TestForm({ id }: { id: string }) {
  const t = useWords(pushWords);
  const { me } = useSession();
  const { save, isSaving } = useSave();
  const fields = {
    email: {
      kind: 'email' as const,
      label: t('test.email'),
      description: t('test.text'),
      required: true,
      dir: 'ltr' as const,
    },
  };
  const form = useSchemaForm(fields, { values: { email: me.email }, tag: null }, { draft: `push.test ${id}` });
  const submit = () => {
    const email = form.values.email.trim();
    void save({
      title: t('test.button'),
      name: t('test.sent', { email }),
      change: change('POST', '/v1/admin/push/campaigns/{id}/test', { path: { id }, body: { email } }),
      onRefused: form.applyServerErrors,
    });
  };
  return (
    <DrawerSection title={t('test.title')}>
      <SchemaFormFrame form={form} onSubmit={submit} showsUnsaved>
        <FormField form={form} name="email" />
        <Inline className={classes.buttons} wraps>
          <Button type="submit" variant="default" loading={isSaving}>
            {t('test.button')}
          </Button>
        </Inline>
      </SchemaFormFrame>
    </DrawerSection>
  );
}
