import { fromField, toField } from '../../ui/date/days.ts';
import type { FieldSpecs, FormValues } from '../../ui/form/fields.ts';
import { useWords } from '../../words/define.ts';
import type { Segment, SegmentRule } from './queries.ts';
import { segmentWords } from './words.ts';

/** The fields by their paths in the contract. Lists are held as codes with commas between them, money in dollars. */
export type SegmentValues = Readonly<{
  name: string;
  'rule.countries': string;
  'rule.languages': string;
  'rule.platforms': string;
  'rule.guest': string;
  'rule.subscribed': string;
  'rule.minSpendCents': number | null;
  'rule.maxSpendCents': number | null;
  'rule.registeredAfter': string;
  'rule.registeredBefore': string;
  'rule.seenWithinDays': number | null;
}>;

export const codesIn = (text: string): string[] => text.split(',').filter(Boolean);

const flagText = (flag: boolean | undefined): string => (flag === undefined ? '' : String(flag));
const dollars = (cents: number | undefined): number | null => (cents === undefined ? null : cents / 100);

export const valuesOf = ({ name, rule }: Pick<Segment, 'name' | 'rule'>): SegmentValues => ({
  name,
  'rule.countries': (rule.countries ?? []).join(),
  'rule.languages': (rule.languages ?? []).join(),
  'rule.platforms': (rule.platforms ?? []).join(),
  'rule.guest': flagText(rule.guest),
  'rule.subscribed': flagText(rule.subscribed),
  'rule.minSpendCents': dollars(rule.minSpendCents),
  'rule.maxSpendCents': dollars(rule.maxSpendCents),
  'rule.registeredAfter': toField(rule.registeredAfter ?? null),
  'rule.registeredBefore': toField(rule.registeredBefore ?? null),
  'rule.seenWithinDays': rule.seenWithinDays ?? null,
});

/** The rule that the fields say; what is left empty is no condition. */
export function ruleOf(values: SegmentValues): SegmentRule {
  const codes = {
    countries: codesIn(values['rule.countries']),
    languages: codesIn(values['rule.languages']),
    platforms: codesIn(values['rule.platforms']),
  };
  const lists = Object.fromEntries(Object.entries(codes).filter(([, list]) => list.length > 0));
  const [min, max] = [values['rule.minSpendCents'], values['rule.maxSpendCents']];
  const [after, before] = [fromField(values['rule.registeredAfter']), fromField(values['rule.registeredBefore'])];
  const days = values['rule.seenWithinDays'];
  return {
    ...lists,
    ...(values['rule.guest'] !== '' && { guest: values['rule.guest'] === 'true' }),
    ...(values['rule.subscribed'] !== '' && { subscribed: values['rule.subscribed'] === 'true' }),
    ...(min !== null && { minSpendCents: Math.round(min * 100) }),
    ...(max !== null && { maxSpendCents: Math.round(max * 100) }),
    ...(after && { registeredAfter: after }),
    ...(before && { registeredBefore: before }),
    ...(days !== null && { seenWithinDays: days }),
  };
}

export const isEveryone = (values: SegmentValues): boolean => Object.keys(ruleOf(values)).length === 0;

const isLess = (values: FormValues): boolean =>
  Number(values['rule.maxSpendCents']) < Number(values['rule.minSpendCents'] ?? 0) &&
  values['rule.maxSpendCents'] !== null;

function isReversed(values: FormValues): boolean {
  const [after, before] = ['rule.registeredAfter', 'rule.registeredBefore'].map((name) =>
    fromField(String(values[name])),
  );
  return after !== undefined && before !== undefined && before <= after;
}

export function useSegmentFields(): FieldSpecs<SegmentValues> {
  const t = useWords(segmentWords);
  const spend = { kind: 'number', min: 0, max: 10_000_000, decimals: 2 } as const;
  const moment = { kind: 'date', withTime: true } as const;
  return {
    name: { kind: 'text', label: t('name'), required: true, max: 100 },
    'rule.countries': { kind: 'text', label: t('form.countries') },
    'rule.languages': { kind: 'text', label: t('form.languages') },
    'rule.platforms': { kind: 'text', label: t('form.platforms') },
    'rule.guest': {
      kind: 'choice',
      label: t('form.account'),
      options: [
        { value: '', label: t('form.any') },
        { value: 'false', label: t('form.registered') },
        { value: 'true', label: t('form.guests') },
      ],
    },
    'rule.subscribed': {
      kind: 'choice',
      label: t('form.subscription'),
      options: [
        { value: '', label: t('form.any') },
        { value: 'true', label: t('form.subscribed') },
        { value: 'false', label: t('form.notSubscribed') },
      ],
    },
    'rule.minSpendCents': { ...spend, label: t('form.minSpend') },
    'rule.maxSpendCents': {
      ...spend,
      label: t('form.maxSpend'),
      fault: (values) => (isLess(values) ? t('form.tooLittle') : undefined),
    },
    'rule.registeredAfter': { ...moment, label: t('form.after') },
    'rule.registeredBefore': {
      ...moment,
      label: t('form.before'),
      fault: (values) => (isReversed(values) ? t('form.reversed') : undefined),
    },
    'rule.seenWithinDays': {
      kind: 'number',
      label: t('form.seen'),
      description: t('form.seenHint'),
      min: 1,
      max: 3650,
    },
  };
}
