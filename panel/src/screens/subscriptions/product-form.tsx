import type { ReactNode } from 'react';
import { currencyDecimals, minorUnits } from '../../ui/currency.ts';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { type SavedForm, type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useCurrencyOptions } from '../../words/currencies.ts';
import { useWords } from '../../words/define.ts';
import type { Product } from './queries.ts';
import { subscriptionWords } from './words.ts';

/** What can be typed. The price is in whole units of its currency. */
export type ProductValues = {
  readonly productId: string;
  readonly name: string;
  readonly periodDays: number | null;
  readonly price: number | null;
  readonly currency: string;
  readonly bonusCoins: number | null;
  readonly unlocksAll: boolean;
};
export type ProductForm = SchemaForm<ProductValues>;

export const newProduct: ProductValues = {
  productId: '',
  name: '',
  periodDays: 30,
  price: null,
  currency: 'USD',
  bonusCoins: 0,
  unlocksAll: true,
};

export const centsOf = (price: number, currency: string): number => Math.round(price * minorUnits(currency));

export const valuesOf = ({ productId, name, periodDays, priceCents, currency, ...rest }: Product): ProductValues => ({
  productId,
  name,
  periodDays,
  currency,
  bonusCoins: rest.bonusCoins,
  unlocksAll: rest.unlocksAll,
  price: priceCents / minorUnits(currency),
});

interface FormOptions {
  readonly draft: string;
  /** Why nothing can be changed. */
  readonly locked?: string | undefined;
  readonly isNew?: boolean;
  readonly onStale?: () => void;
}

export function useProductForm(saved: SavedForm<ProductValues>, options: FormOptions): ProductForm {
  const t = useWords(subscriptionWords);
  const { draft, locked, isNew = false, onStale } = options;
  const shared = { required: true, locked };
  const decimals = Math.max(2, currencyDecimals(saved.values.currency));
  return useSchemaForm<ProductValues>(
    {
      productId: {
        kind: 'text',
        label: t('form.productId'),
        required: true,
        max: 100,
        dir: 'ltr',
        ...(isNew ? { description: t('form.productIdHint') } : { locked: locked ?? t('form.productIdLocked') }),
      },
      name: { kind: 'text', label: t('form.name'), description: t('form.nameHint'), max: 100, ...shared },
      periodDays: { kind: 'number', label: t('form.days'), min: 1, max: 366, ...shared },
      price: { kind: 'number', label: t('form.price'), min: 0, max: 1_000_000, decimals, ...shared },
      currency: {
        kind: 'choice',
        label: t('form.currency'),
        ...shared,
        options: useCurrencyOptions(saved.values.currency),
      },
      bonusCoins: {
        kind: 'number',
        label: t('form.bonus'),
        description: t('form.bonusHint'),
        min: 0,
        max: 1_000_000,
        ...shared,
      },
      unlocksAll: { kind: 'switch', label: t('form.unlocksAll'), description: t('form.unlocksAllHint'), locked },
    },
    saved,
    { draft, ...(onStale && { onStale }) },
  );
}

interface ProductFieldsProps {
  form: ProductForm;
  onSubmit: () => void;
  children: ReactNode;
}

export function ProductFields({ form, onSubmit, children }: ProductFieldsProps) {
  return (
    <SchemaFormFrame form={form} onSubmit={onSubmit}>
      <FormField form={form} name="productId" />
      <FormField form={form} name="name" />
      <FormField form={form} name="periodDays" />
      <FormField form={form} name="price" />
      <FormField form={form} name="currency" />
      <FormField form={form} name="bonusCoins" />
      <FormField form={form} name="unlocksAll" />
      {children}
    </SchemaFormFrame>
  );
}
