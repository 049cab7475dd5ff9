import { Columns, Stack } from '../../ui/box.tsx';
import { FormField } from '../../ui/form/schema-form.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { type CollectionValues, defaultDays, sortFields } from './collection-form.ts';
import classes from './curation.module.css';
import { collectionWords } from './words.ts';

type Form = SchemaForm<CollectionValues>;

/** Another sort sets its default window, unless another window was entered. */
const withSort = (form: Form): Form => ({
  ...form,
  set: (name, value, unread) => {
    const { 'rule.sort': before, 'rule.window_days': days } = form.values;
    form.set(name, value, unread);
    if (name === 'rule.sort' && days === defaultDays(before)) form.set('rule.window_days', defaultDays(value));
  },
});

/** Which series a rule chooses, in which order, and how many. */
export function RuleFields({ form }: { form: Form }) {
  const t = useWords(collectionWords);
  const { 'rule.sort': sort } = form.values;
  const { hasWindow, countsViewers } = sortFields(sort);
  return (
    <Stack as="section" gap="md" aria-label={t('rule.title')}>
      <h2>{t('rule.title')}</h2>
      <FormField form={withSort(form)} name="rule.sort" />
      <p className={classes.quiet}>{t(`sort.${sort}`)}</p>
      <Columns min="sm" align="start" gap="md">
        <FormField form={form} name="rule.genre" />
        <FormField form={form} name="rule.trope" />
        {hasWindow && <FormField form={form} name="rule.window_days" />}
        <FormField form={form} name="rule.limit" />
      </Columns>
      {countsViewers && <FormField form={form} name="rule.market" />}
    </Stack>
  );
}

/** The form whose explanation is judged while it is typed, by the rule of the server. */
export function withLiveExplanation(form: Form): Form {
  const { explanation } = form.values;
  const fault = explanation.trim() === '' ? undefined : form.fields.explanation.fault?.(form.values);
  return fault === undefined ? form : { ...form, errors: { ...form.errors, explanation: fault } };
}

/** What it is called, and why viewers see it. */
export function NameFields({ form }: { form: Form }) {
  return (
    <>
      <FormField form={form} name="titleI18n.en" />
      <Columns min="sm" align="start" gap="md">
        <FormField form={form} name="titleI18n.ar" />
        <FormField form={form} name="titleI18n.id" />
      </Columns>
      <FormField form={withLiveExplanation(form)} name="explanation" />
    </>
  );
}
