import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { fromField } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { PromoFields } from './promo-fields.tsx';
import { budgetOf, configOf, emptyPromo, typeIn, usePromoFields } from './promo-form.ts';
import { promoWords } from './words.ts';

const route = getRouteApi('/shell/promos');

export function NewPromoDrawer() {
  const t = useWords(promoWords);
  const review = useReview();
  const navigate = route.useNavigate();
  const form = useSchemaForm(usePromoFields(true), { values: emptyPromo, tag: null }, { draft: 'promo.new' });
  const close = () => void navigate({ to: '/promos', search: true });
  const submit = () => {
    const { values } = form;
    const code = values.code.trim().toUpperCase();
    const window = {
      start: fromField(values['window.start']) ?? new Date().toISOString(),
      end: fromField(values['window.end']) ?? '',
    };
    review.open({
      title: t('create.sheet', { code }),
      about: code,
      intro: t('create.text'),
      confirmLabel: t('create.confirm'),
      done: () => t('done.create', { code }),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('POST', '/v1/admin/promos', {
          body: {
            code,
            type: typeIn(values),
            config: configOf(values),
            budgetCoins: budgetOf(values),
            window,
            segmentId: values.segmentId || null,
            ...(note && { note }),
          },
        }),
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
        <PromoFields form={form} isNew />
        <div>
          <Button type="submit">{t('form.continue')}</Button>
        </div>
      </SchemaFormFrame>
    </DetailDrawer>
  );
}
