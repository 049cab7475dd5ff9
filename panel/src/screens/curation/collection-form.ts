import type { FieldSpecs, Option } from '../../ui/form/fields.ts';
import { readable, useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { useGenres, useTropes } from '../catalog/public.ts';
import { isMeaningful, maxExplanation, slugOf } from './explanation.ts';
import type { Collection, CollectionRule } from './queries.ts';
import { collectionWords } from './words.ts';

/** The fields by their paths in the contract; what may be null is empty here. */
export type CollectionValues = Readonly<{
  'titleI18n.en': string;
  'titleI18n.ar': string;
  'titleI18n.id': string;
  slug: string;
  explanation: string;
  type: Collection['type'];
  'rule.sort': CollectionRule['sort'];
  'rule.genre': string;
  'rule.trope': string;
  'rule.market': string;
  'rule.limit': number | null;
  'rule.window_days': number | null;
}>;

type Sort = CollectionRule['sort'];

interface SortFields {
  /** Whether the rule has a window; the window of other sorts is fixed. */
  readonly hasWindow: boolean;
  /** Whether viewer activity counts, and with it the market. */
  readonly countsViewers: boolean;
  readonly defaultDays: number;
}

const sorts: Readonly<Record<Sort, SortFields>> = {
  top_this_week: { hasWindow: false, countsViewers: true, defaultDays: 30 },
  newest: { hasWindow: true, countsViewers: false, defaultDays: 7 },
  most_unlocks: { hasWindow: true, countsViewers: true, defaultDays: 30 },
  most_saves: { hasWindow: true, countsViewers: true, defaultDays: 30 },
  trending: { hasWindow: false, countsViewers: true, defaultDays: 30 },
  editor_score: { hasWindow: false, countsViewers: false, defaultDays: 30 },
};
const isSort = (value: unknown): value is Sort => typeof value === 'string' && value in sorts;
const ruleSorts = Object.keys(sorts).filter(isSort);

export const sortFields = (sort: Sort): SortFields => sorts[sort];
export const defaultDays = (sort: unknown): number => (isSort(sort) ? sorts[sort].defaultDays : 30);

const noRule: CollectionRule = {
  genre: null,
  trope: null,
  sort: 'top_this_week',
  market: null,
  limit: 20,
  window_days: defaultDays('top_this_week'),
};

type Described = Pick<Collection, 'titleI18n' | 'slug' | 'explanation' | 'type' | 'rule'>;

export function valuesOf({ titleI18n, slug, explanation, type, rule }: Described): CollectionValues {
  const { genre, trope, sort, market, limit, window_days: days } = rule ?? noRule;
  return {
    'titleI18n.en': titleI18n.en ?? '',
    'titleI18n.ar': titleI18n.ar ?? '',
    'titleI18n.id': titleI18n.id ?? '',
    slug,
    explanation,
    type,
    'rule.sort': sort,
    'rule.genre': genre ?? '',
    'rule.trope': trope ?? '',
    'rule.market': market ?? '',
    'rule.limit': limit,
    'rule.window_days': days,
  };
}

export const emptyValues = valuesOf({ titleI18n: {}, slug: '', explanation: '', type: 'manual', rule: null });

const isBetween = (value: number | null, least: number, most: number): value is number =>
  value !== null && value >= least && value <= most;

export const mostSeries = 50;
export const mostDays = 365;

/** The rule that the fields say; undefined while they say none. */
export function ruleOf(values: CollectionValues): CollectionRule | undefined {
  const { 'rule.limit': limit, 'rule.window_days': days, 'rule.sort': sort } = values;
  if (!isBetween(limit, 1, mostSeries) || !isBetween(days, 1, mostDays)) return undefined;
  return {
    genre: values['rule.genre'].trim() || null,
    trope: values['rule.trope'].trim() || null,
    sort,
    // Not asked for where nobody is counted; one that was chosen before is not sent unseen.
    market: (sortFields(sort).countsViewers && values['rule.market']) || null,
    limit,
    window_days: days,
  };
}

/** What is written in each language; null removes one. */
export const titlesOf = (values: CollectionValues) => ({
  en: values['titleI18n.en'].trim(),
  ar: values['titleI18n.ar'].trim() || null,
  id: values['titleI18n.id'].trim() || null,
});

/** The slug that it has, or will be given. */
export const slugFor = (values: Pick<CollectionValues, 'slug' | 'titleI18n.en'>): string =>
  values.slug.trim() || slugOf(values['titleI18n.en']);

/** What series have, and what the rule names already. */
const withOwn = (known: readonly Option[], value: string | null, nameOf: (value: string) => string): Option[] =>
  value === null || known.some((one) => one.value === value) ? [...known] : [...known, { value, label: nameOf(value) }];

export function useCollectionFields(rule: CollectionRule | null = null): FieldSpecs<CollectionValues> {
  const t = useWords(collectionWords);
  const word = useServerWord();
  const { all } = usePlaces();
  const { genre, trope } = rule ?? noRule;
  const genres = withOwn(useGenres(), genre, (value) => word('genre', value));
  const tropes = withOwn(useTropes(), trope, readable);
  const choice = (label: string, any: string, options: readonly Option[]) =>
    ({ kind: 'choice', label, options: [{ value: '', label: any }, ...options] }) as const;
  const title = (language: 'en' | 'ar' | 'id') =>
    ({ kind: 'text', label: t('form.title', { language: word('language', language) }), max: 200 }) as const;
  return {
    'titleI18n.en': { ...title('en'), required: true, dir: 'ltr' },
    'titleI18n.ar': { ...title('ar'), dir: 'rtl' },
    'titleI18n.id': { ...title('id'), dir: 'ltr' },
    slug: {
      kind: 'text',
      label: t('form.slug'),
      max: 80,
      dir: 'ltr',
      fault: ({ slug, 'titleI18n.en': english }) => {
        const made = slugFor({ slug: String(slug), 'titleI18n.en': String(english) });
        return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(made) ? undefined : t('form.slugFault');
      },
    },
    explanation: {
      kind: 'long',
      label: t('form.explanation'),
      description: t('form.explanationHint'),
      required: true,
      max: maxExplanation,
      fault: (values) => {
        const slug = slugFor({ slug: String(values.slug), 'titleI18n.en': String(values['titleI18n.en']) });
        return isMeaningful(String(values.explanation), slug) ? undefined : t('form.explanationFault');
      },
    },
    type: {
      kind: 'choice',
      label: t('form.type'),
      options: (['manual', 'rule'] as const).map((value) => ({ value, label: t(`type.${value}`) })),
    },
    'rule.sort': {
      kind: 'choice',
      label: t('rule.sort'),
      options: ruleSorts.map((value) => ({ value, label: word('curation', value) })),
    },
    'rule.genre': choice(t('rule.genre'), t('rule.anyGenre'), genres),
    'rule.trope': choice(t('rule.trope'), t('rule.anyTrope'), tropes),
    'rule.market': {
      ...choice(t('rule.market'), t('rule.allMarkets'), all()),
      description: t('rule.marketHint'),
    },
    'rule.limit': { kind: 'number', label: t('rule.limit'), required: true, min: 1, max: mostSeries },
    'rule.window_days': { kind: 'number', label: t('rule.days'), required: true, min: 1, max: mostDays },
  };
}
