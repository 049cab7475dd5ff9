import type { FieldSpecs } from '../../ui/form/fields.ts';
import { useWords } from '../../words/define.ts';
import { type Flag, type FlagState, stateOf } from './queries.ts';
import { flagWords } from './words.ts';

/** Markets are held as one text, each with a comma before the next. */
export type FlagValues = Readonly<{ key: string; enabled: boolean; percentage: number | null; markets: string }>;

export const emptyFlag: FlagValues = { key: '', enabled: false, percentage: 100, markets: '' };

export const marketsIn = (markets: string): string[] => markets.split(',').filter(Boolean);

export function valuesOf(key: string, flag: Flag): FlagValues {
  const { enabled, percentage, markets } = stateOf(flag);
  return { key, enabled, percentage, markets: markets.join() };
}

export const stateIn = ({ enabled, percentage, markets }: FlagValues): FlagState => ({
  enabled,
  percentage: percentage ?? 0,
  markets: marketsIn(markets),
});

/** As the server keeps it: one for everyone is simply on or off. */
export function flagOf(values: FlagValues): Flag {
  const { enabled, percentage, markets } = stateIn(values);
  if (percentage === 100 && markets.length === 0) return enabled;
  return { enabled, percentage, ...(markets.length > 0 && { markets: [...markets] }) };
}

const keyPattern = /^[a-z][a-z0-9_.-]{0,99}$/;

/** The server names a fault of a flag by its key. */
export function useFlagFields(isNew: boolean, isLocked: boolean): FieldSpecs<FlagValues> {
  const t = useWords(flagWords);
  const locked = isLocked ? { locked: t('form.locked') } : {};
  return {
    key: {
      kind: 'text',
      label: t('key'),
      description: t('form.keyHint'),
      required: true,
      max: 100,
      dir: 'ltr',
      fault: ({ key }) => (keyPattern.test(String(key)) ? undefined : t('form.badKey')),
      ...(isNew ? locked : { locked: t('form.fixed') }),
    },
    enabled: { kind: 'switch', label: t('form.enabled'), ...locked },
    percentage: { kind: 'number', label: t('form.percentage'), required: true, min: 0, max: 100, ...locked },
    markets: { kind: 'text', label: t('form.markets'), ...locked },
  };
}
