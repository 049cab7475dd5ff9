import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { WithAside } from '../../ui/box.tsx';
import { BackLink, DetailHeader } from '../../ui/detail-header.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Page, useTitle } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import {
  type CollectionValues,
  emptyValues,
  ruleOf,
  slugFor,
  titlesOf,
  useCollectionFields,
} from './collection-form.ts';
import classes from './curation.module.css';
import { NameFields, RuleFields } from './rule-fields.tsx';
import { RuleResult } from './rule-result.tsx';
import { collectionWords } from './words.ts';

const nothing = { values: emptyValues, tag: null };

export function NewCollectionScreen() {
  return (
    <Page>
      <RequirePermission>
        <NewCollection />
      </RequirePermission>
    </Page>
  );
}

const bodyOf = (values: CollectionValues) => {
  const { explanation, type } = values;
  const rule = type === 'rule' ? ruleOf(values) : undefined;
  return {
    slug: slugFor(values),
    titleI18n: titlesOf(values),
    explanation: explanation.trim(),
    type,
    ...(rule && { rule }),
  };
};

function useCollectionForm() {
  const t = useWords(collectionWords);
  const fields = useCollectionFields();
  const form = useSchemaForm(fields, nothing, { draft: 'collection.new' });
  const made = slugFor({ slug: '', 'titleI18n.en': form.values['titleI18n.en'] });
  const slug = { ...fields.slug, description: made ? t('form.slugMade', { slug: made }) : t('form.slugHint') };
  return { ...form, fields: { ...fields, slug } };
}

/** No viewer sees a collection before a rail shows it, so that it is saved at once. */
function NewCollection() {
  const t = useWords(collectionWords);
  const router = useRouter();
  useTitle(t('create.title'));
  const { save, isSaving } = useSave();
  const form = useCollectionForm();
  const { values } = form;
  const isRule = values.type === 'rule';
  const submit = () => {
    const name = values['titleI18n.en'].trim();
    void save({
      title: t('create.sheet', { name }),
      name,
      confirmLabel: t('create.button'),
      change: change('POST', '/v1/admin/collections', { body: bodyOf(values) }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: (reply) => {
        form.reset();
        const { id } = fieldsOf(reply);
        if (typeof id === 'string') void router.navigate({ to: '/collections/$id', params: { id } });
      },
    });
  };
  return (
    <>
      <DetailHeader
        of={t('title')}
        back={<BackLink to="/collections">{t('title')}</BackLink>}
        title={t('create.title')}
      >
        {t('create.text')}
      </DetailHeader>
      <WithAside className={classes.columns} mt="lg">
        <SchemaFormFrame form={form} onSubmit={submit}>
          <FormField form={form} name="type" />
          <p className={classes.quiet}>{t(isRule ? 'create.rule' : 'create.manual')}</p>
          <NameFields form={form} />
          <FormField form={form} name="slug" />
          {isRule && <RuleFields form={form} />}
          <div>
            <Button type="submit" loading={isSaving}>
              {t('create.button')}
            </Button>
          </div>
        </SchemaFormFrame>
        {isRule && <RuleResult values={values} />}
      </WithAside>
    </>
  );
}
