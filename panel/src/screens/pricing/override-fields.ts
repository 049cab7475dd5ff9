import { fromField } from '../../ui/date/days.ts';
import type { FieldSpecs, FormValues } from '../../ui/form/fields.ts';
import { useWords } from '../../words/define.ts';
import { pricingWords } from './words.ts';

/** As the fields hold them: '' is now, or no end. */
export type OverrideValues = Readonly<{ coins: number | null; activeFrom: string; activeTo: string }>;

export const overrideFieldNames = ['coins', 'activeFrom', 'activeTo'] as const;

export const maxCoins = 100_000;

function isReversed({ activeFrom, activeTo }: FormValues): boolean {
  const [begin, end] = [fromField(String(activeFrom)) ?? new Date().toISOString(), fromField(String(activeTo))];
  return end !== undefined && end <= begin;
}

/** How much it costs, and when. Where it has begun, `fromHint` no longer offers to start now. */
export function useOverrideFields(fromHint: string): FieldSpecs<OverrideValues> {
  const t = useWords(pricingWords);
  return {
    coins: {
      kind: 'number',
      label: t('form.coins'),
      description: t('form.coinsHint'),
      required: true,
      min: 0,
      max: maxCoins,
    },
    activeFrom: { kind: 'date', withTime: true, label: t('form.from'), description: fromHint },
    activeTo: {
      kind: 'date',
      withTime: true,
      label: t('form.to'),
      description: t('form.toHint'),
      fault: (values) => (isReversed(values) ? t('form.reversed') : undefined),
    },
  };
}
