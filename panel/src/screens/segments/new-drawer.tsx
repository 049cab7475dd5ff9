import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { LiveCount, RuleFields } from './rule-fields.tsx';
import { isEveryone, ruleOf, useSegmentFields, valuesOf } from './rule-form.ts';
import { segmentWords } from './words.ts';

const route = getRouteApi('/shell/segments');
const nothing = { values: valuesOf({ name: '', rule: {} }), tag: null };

export function NewSegmentDrawer() {
  const t = useWords(segmentWords);
  const review = useReview();
  const navigate = route.useNavigate();
  const form = useSchemaForm(useSegmentFields(), nothing, { draft: 'segment.new' });
  const close = () => void navigate({ to: '/segments', search: true });
  const submit = () => {
    const name = form.values.name.trim();
    review.open({
      title: t('create.sheet', { name }),
      about: name,
      ...(isEveryone(form.values) && { intro: t('everyoneIntro') }),
      confirmLabel: t('create.confirm'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('POST', '/v1/admin/segments', { body: { name, rule: ruleOf(form.values), ...(note && { note }) } }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
    });
  };
  return (
    <DetailDrawer title={t('new')} subtitle={t('create.text')} onClose={close} size={520}>
      <SchemaFormFrame form={form} onSubmit={submit}>
        <FormField form={form} name="name" />
        <RuleFields form={form} isLocked={false} />
        <LiveCount values={form.values} />
        <div>
          <Button type="submit">{t('form.continue')}</Button>
        </div>
      </SchemaFormFrame>
    </DetailDrawer>
  );
}
