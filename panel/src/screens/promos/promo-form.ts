import { useQuery } from '@tanstack/react-query';
import { fromField, toField } from '../../ui/date/days.ts';
import type { FieldSpec, FieldSpecs, FormValues } from '../../ui/form/fields.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { isCode } from './new-code.ts';
import { type Promo, type PromoType, segmentsQuery, types } from './queries.ts';
import { promoWords } from './words.ts';

/** The fields by their paths in the contract, so that what the server refuses is said beside them. */
export type PromoValues = Readonly<{
  code: string;
  type: string;
  'config.amount': number | null;
  'config.multiplier': number | null;
  'config.max_bonus_coins': number | null;
  'config.days': number | null;
  'config.max_uses_per_user': number | null;
  budgetCoins: number | null;
  'window.start': string;
  'window.end': string;
  segmentId: string;
}>;

/** What each type asks for besides what all do. */
export const fieldsOfType = {
  coin_grant: ['config.amount', 'config.max_uses_per_user', 'budgetCoins'],
  bonus_multiplier: ['config.multiplier', 'config.max_bonus_coins', 'config.max_uses_per_user', 'budgetCoins'],
  trial_ext: ['config.days', 'config.max_uses_per_user'],
} as const satisfies Record<PromoType, readonly (keyof PromoValues)[]>;

const optional: readonly string[] = ['config.max_bonus_coins'];

export const typeIn = ({ type }: Pick<PromoValues, 'type'>): PromoType =>
  types.find((one) => one === type) ?? 'coin_grant';

export const emptyPromo: PromoValues = {
  code: '',
  type: 'coin_grant',
  'config.amount': null,
  'config.multiplier': null,
  'config.max_bonus_coins': null,
  'config.days': null,
  'config.max_uses_per_user': 1,
  budgetCoins: null,
  'window.start': '',
  'window.end': '',
  segmentId: '',
};

export const valuesOf = ({ code, type, config, budgetCoins, window, segmentId }: Promo): PromoValues => ({
  code,
  type,
  'config.amount': config.amount ?? null,
  'config.multiplier': config.multiplier ?? null,
  'config.max_bonus_coins': config.max_bonus_coins ?? null,
  'config.days': config.days ?? null,
  'config.max_uses_per_user': config.max_uses_per_user,
  budgetCoins,
  'window.start': toField(window.start),
  'window.end': toField(window.end),
  segmentId: segmentId ?? '',
});

/** The part of a promo that its type has, as the server takes it. */
export function configOf(values: PromoValues) {
  const given = (path: keyof PromoValues) => {
    const value = values[path];
    return typeof value === 'number' ? value : undefined;
  };
  const uses = { max_uses_per_user: given('config.max_uses_per_user') ?? 1 };
  switch (typeIn(values)) {
    case 'coin_grant':
      return { ...uses, amount: given('config.amount') ?? 0, trigger: 'manual_claim' as const };
    case 'bonus_multiplier':
      return {
        ...uses,
        multiplier: given('config.multiplier') ?? 1,
        max_bonus_coins: values['config.max_bonus_coins'],
      };
    case 'trial_ext':
      return { ...uses, days: given('config.days') ?? 0 };
  }
}

/** A longer trial gives no coins away. */
export const budgetOf = (values: PromoValues): number =>
  typeIn(values) === 'trial_ext' ? 0 : (values.budgetCoins ?? 0);

function isReversed(values: FormValues): boolean {
  const [start, end] = [fromField(String(values['window.start'])), fromField(String(values['window.end']))];
  return end !== undefined && end <= (start ?? new Date().toISOString());
}

type Words = ReturnType<typeof useWords<(typeof promoWords)['en']>>;

/** A number that only some types ask for. */
function numberField(
  t: Words,
  path: keyof PromoValues,
  label: string,
  bounds: object,
  description?: string,
): FieldSpec {
  return {
    kind: 'number',
    label,
    ...bounds,
    ...(description && { description }),
    fault: (values) => {
      const names: readonly string[] = fieldsOfType[typeIn({ type: String(values.type) })];
      const isMissing = names.includes(path) && !optional.includes(path) && values[path] === null;
      return isMissing ? t('form.required') : undefined;
    },
  };
}

/** A multiplier of 1 adds nothing. */
const isOutside = (multiplier: unknown): boolean =>
  typeof multiplier === 'number' && (multiplier <= 1 || multiplier > 10);

type Limits = Pick<PromoValues, (typeof fieldsOfType)[PromoType][number]>;

/** What is given, and how much of it. */
function useLimitFields(): FieldSpecs<Limits> {
  const t = useWords(promoWords);
  const number = (path: keyof Limits, label: string, bounds: object, description?: string) =>
    numberField(t, path, label, bounds, description);
  const multiplier = number('config.multiplier', t('form.multiplier'), { decimals: 4 }, t('form.multiplierHint'));
  return {
    'config.amount': number('config.amount', t('form.amount'), { min: 1, max: 1_000_000 }),
    'config.multiplier': {
      ...multiplier,
      fault: (values) =>
        multiplier.fault?.(values) ?? (isOutside(values['config.multiplier']) ? t('form.multiplierRange') : undefined),
    },
    'config.max_bonus_coins': number(
      'config.max_bonus_coins',
      t('form.maxBonus'),
      { min: 1, max: 1_000_000 },
      t('form.maxBonusHint'),
    ),
    'config.days': number('config.days', t('form.days'), { min: 1, max: 90 }, t('form.daysHint')),
    'config.max_uses_per_user': number('config.max_uses_per_user', t('form.uses'), { min: 1, max: 1000 }),
    budgetCoins: number('budgetCoins', t('form.budget'), { min: 0, max: 1_000_000_000 }, t('form.budgetHint')),
  };
}

/** What a promo is made of. Its code and type do not change once it is there. */
export function usePromoFields(isNew: boolean): FieldSpecs<PromoValues> {
  const t = useWords(promoWords);
  const word = useServerWord();
  const { data: segments = [] } = useQuery(segmentsQuery);
  const locked = isNew ? {} : { locked: t('form.fixed') };
  return {
    ...useLimitFields(),
    code: {
      kind: 'text',
      label: t('code'),
      description: t('form.codeHint'),
      required: true,
      max: 40,
      dir: 'ltr',
      fault: ({ code }) => (isCode(String(code)) ? undefined : t('form.badCode')),
      ...locked,
    },
    type: {
      kind: 'choice',
      label: t('type'),
      options: types.map((value) => ({ value, label: word('promoType', value) })),
      ...locked,
    },
    'window.start': {
      kind: 'date',
      withTime: true,
      label: t('form.start'),
      description: t(isNew ? 'form.startHint' : 'form.utc'),
      required: !isNew,
    },
    'window.end': {
      kind: 'date',
      withTime: true,
      label: t('form.end'),
      description: t('form.utc'),
      required: true,
      fault: (values) => (isReversed(values) ? t('form.reversed') : undefined),
    },
    segmentId: {
      kind: 'choice',
      label: t('form.for'),
      options: [{ value: '', label: t('everyone') }, ...segments.map(({ id, name }) => ({ value: id, label: name }))],
    },
  };
}
