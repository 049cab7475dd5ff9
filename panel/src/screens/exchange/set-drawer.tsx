import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import type { FieldSpecs } from '../../ui/form/fields.ts';
import { SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useFormat } from '../../ui/format.ts';
import { useCurrencyOptions } from '../../words/currencies.ts';
import { useWords } from '../../words/define.ts';
import { RateWarnings } from './rate-warnings.tsx';
import { exchangeWords } from './words.ts';

const route = getRouteApi('/shell/exchange-rates/new');

type RateValues = Readonly<{ currency: string; day: string; usdPerUnit: string }>;

const isRate = (text: unknown): boolean => /^\d{1,7}(?:\.\d{1,12})?$/.test(String(text)) && /[1-9]/.test(String(text));

const today = (): string => new Date().toISOString().slice(0, 10);

function useRateFields(): FieldSpecs<RateValues> {
  const t = useWords(exchangeWords);
  const currencies = useCurrencyOptions('IDR').filter(({ value }) => value !== 'USD');
  return {
    currency: { kind: 'choice', label: t('currency'), options: currencies },
    day: {
      kind: 'date',
      label: t('day'),
      required: true,
      fault: ({ day }) => (String(day) > today() ? t('form.dayFault') : undefined),
    },
    usdPerUnit: {
      kind: 'text',
      label: t('rate'),
      description: t('form.rateHint'),
      required: true,
      max: 20,
      dir: 'ltr',
      fault: ({ usdPerUnit }) => (isRate(usdPerUnit) ? undefined : t('form.rateFault')),
    },
  };
}

export function SetRateDrawer() {
  const t = useWords(exchangeWords);
  const format = useFormat();
  const review = useReview();
  const navigate = route.useNavigate();
  const fields = useRateFields();
  const nothing = { values: { currency: 'IDR', day: today(), usdPerUnit: '' }, tag: null };
  const form = useSchemaForm(fields, nothing, { draft: 'exchange-rate.new' });
  const close = () => void navigate({ to: '/exchange-rates', search: true });
  const submit = () => {
    const { currency, day, usdPerUnit } = form.values;
    review.open({
      title: t('form.sheet', { currency, day: format.date(day) }),
      about: currency,
      confirmLabel: t('form.confirm'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/exchange-rates', { body: { currency, day, usdPerUnit, ...(note && { note }) } }),
      notice: (body) => <RateWarnings body={body} />,
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
    });
  };
  return (
    <DetailDrawer title={t('new')} subtitle={t('form.text')} onClose={close} size={440}>
      <SchemaFields form={form} onSubmit={submit}>
        <div>
          <Button type="submit">{t('form.continue')}</Button>
        </div>
      </SchemaFields>
    </DetailDrawer>
  );
}
