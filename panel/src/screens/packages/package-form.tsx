import { type ReactNode, useState } from 'react';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { type SavedForm, type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useFormat } from '../../ui/format.ts';
import { useCurrencyOptions } from '../../words/currencies.ts';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import type { CoinPackage } from './queries.ts';
import { type ProviderField, RailPicker } from './rail-picker.tsx';
import { packageWords } from './words.ts';

/** What can be typed. The price is in dollars, and the rails stand behind each other with commas between. */
export type PackageValues = {
  readonly sku: string;
  readonly coins: number | null;
  readonly bonusCoins: number | null;
  readonly price: number | null;
  readonly currency: string;
  readonly rails: string;
};
export type PackageForm = SchemaForm<PackageValues>;

export const newPackage: PackageValues = {
  sku: '',
  coins: null,
  bonusCoins: 0,
  price: null,
  currency: 'USD',
  rails: 'ios_store,android_store',
};

export const valuesOf = ({ sku, coins, bonusCoins, priceCents, currency, rails }: CoinPackage): PackageValues => ({
  sku,
  coins,
  bonusCoins,
  currency,
  price: priceCents / 100,
  rails: rails.join(),
});

export const railsOf = (text: string): string[] => text.split(',').filter((rail) => rail !== '');

export const centsOf = (dollars: number): number => Math.round(dollars * 100);

interface FormOptions {
  readonly draft: string;
  /** Why nothing can be changed. */
  readonly locked?: string | undefined;
  readonly isNew?: boolean;
  readonly onStale?: () => void;
}

export function usePackageForm(saved: SavedForm<PackageValues>, options: FormOptions): PackageForm {
  const t = useWords(packageWords);
  const { draft, locked, isNew = false, onStale } = options;
  const shared = { required: true, locked };
  const rails: PackageForm['fields']['rails'] = { kind: 'text', label: t('form.rails'), ...shared };
  return useSchemaForm<PackageValues>(
    {
      sku: {
        kind: 'text',
        label: t('form.sku'),
        required: true,
        max: 100,
        dir: 'ltr',
        ...(isNew ? { description: t('form.skuHint') } : { locked: locked ?? t('form.skuLocked') }),
      },
      coins: { kind: 'number', label: t('form.coins'), min: 1, max: 1_000_000, ...shared },
      bonusCoins: { kind: 'number', label: t('form.bonus'), min: 0, max: 1_000_000, ...shared },
      price: { kind: 'number', label: t('form.price'), min: 0, max: 1_000_000, decimals: 2, ...shared },
      currency: {
        kind: 'choice',
        label: t('form.currency'),
        description: t('form.currencyHint'),
        ...shared,
        options: useCurrencyOptions(saved.values.currency),
      },
      rails,
    },
    saved,
    { draft, ...(onStale && { onStale }) },
  );
}

/** Where someone else's edition stands beside one's own, both are written in words. */
function useWordedRails(form: PackageForm): PackageForm {
  const railName = useRailName();
  const format = useFormat();
  const editions = [form.values.rails, form.conflict?.values.rails ?? ''];
  const options = editions.map((value) => ({ value, label: format.list(railsOf(value).map(railName)) }));
  const { label, locked } = form.fields.rails;
  return { ...form, fields: { ...form.fields, rails: { kind: 'choice', label, locked, options } } };
}

/** What is typed as a provider is not lost: the form waits until it is added or cleared. */
function useProvider(form: PackageForm): { provider: ProviderField; check: () => boolean } {
  const [typed, setTyped] = useState('');
  const [isForgotten, setForgotten] = useState(false);
  const onType = (text: string) => {
    setTyped(text);
    setForgotten(false);
  };
  const check = () => {
    const isLeft = typed.trim() !== '';
    setForgotten(isLeft);
    return form.check() && !isLeft;
  };
  return { provider: { typed, onType, isForgotten }, check };
}

interface PackageFieldsProps {
  form: PackageForm;
  onSubmit: () => void;
  children: ReactNode;
}

export function PackageFields({ form, onSubmit, children }: PackageFieldsProps) {
  const worded = useWordedRails(form);
  const { provider, check } = useProvider(form);
  return (
    <SchemaFormFrame form={{ ...worded, check }} onSubmit={onSubmit}>
      <FormField form={form} name="sku" />
      <FormField form={form} name="coins" />
      <FormField form={form} name="bonusCoins" />
      <FormField form={form} name="price" />
      <FormField form={form} name="currency" />
      <RailPicker
        chosen={railsOf(form.values.rails)}
        error={form.errors.rails}
        disabled={form.fields.rails.locked !== undefined}
        onChange={(rails) => form.set('rails', rails.join())}
        provider={provider}
      />
      {children}
    </SchemaFormFrame>
  );
}
