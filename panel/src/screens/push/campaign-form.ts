import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.ts';
import { fromField, toField } from '../../ui/date/days.ts';
import type { FieldSpec, FieldSpecs, FormValues } from '../../ui/form/fields.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { dataIn, textOfData } from './links.ts';
import type { PreviewLanguage } from './preview.tsx';
import { type Audience, type Campaign, categories, type languages, segmentsQuery } from './queries.ts';
import { pushWords } from './words.ts';

/** The fields by their paths in the contract, so that what the server refuses is said beside them. */
export type CampaignValues = Readonly<{
  'titleI18n.en': string;
  'bodyI18n.en': string;
  'titleI18n.ar': string;
  'bodyI18n.ar': string;
  'titleI18n.id': string;
  'bodyI18n.id': string;
  category: string;
  segmentId: string;
  market: string;
  sendAt: string;
  link: string;
  pictureAssetId: string;
  data: string;
}>;

export const wordFields = {
  en: ['titleI18n.en', 'bodyI18n.en'],
  ar: ['titleI18n.ar', 'bodyI18n.ar'],
  id: ['titleI18n.id', 'bodyI18n.id'],
} as const satisfies Record<PreviewLanguage, readonly (keyof CampaignValues)[]>;

export const emptyCampaign: CampaignValues = {
  'titleI18n.en': '',
  'bodyI18n.en': '',
  'titleI18n.ar': '',
  'bodyI18n.ar': '',
  'titleI18n.id': '',
  'bodyI18n.id': '',
  category: 'drops',
  segmentId: '',
  market: '',
  sendAt: '',
  link: '',
  pictureAssetId: '',
  data: '',
};

export const valuesOf = ({
  titleI18n,
  bodyI18n,
  category,
  segmentId,
  market,
  sendAt,
  ...more
}: Campaign): CampaignValues => ({
  'titleI18n.en': titleI18n.en ?? '',
  'bodyI18n.en': bodyI18n.en ?? '',
  'titleI18n.ar': titleI18n.ar ?? '',
  'bodyI18n.ar': bodyI18n.ar ?? '',
  'titleI18n.id': titleI18n.id ?? '',
  'bodyI18n.id': bodyI18n.id ?? '',
  category,
  segmentId: segmentId ?? '',
  market: market ?? '',
  sendAt: sendAt === null ? '' : toField(sendAt),
  link: more.link ?? '',
  pictureAssetId: more.pictureAssetId ?? '',
  data: textOfData(more.data),
});

const textOrNull = (text: string): string | null => text.trim() || null;

const categoryIn = ({ category }: Pick<CampaignValues, 'category'>) =>
  categories.find((one) => one === category) ?? 'drops';

/** What the server takes of all fields; a language without words is removed. */
export const bodyOf = (values: CampaignValues) => ({
  titleI18n: {
    en: values['titleI18n.en'].trim(),
    ar: textOrNull(values['titleI18n.ar']),
    id: textOrNull(values['titleI18n.id']),
  },
  bodyI18n: {
    en: values['bodyI18n.en'].trim(),
    ar: textOrNull(values['bodyI18n.ar']),
    id: textOrNull(values['bodyI18n.id']),
  },
  ...audienceOf(values),
  link: values.link || null,
  pictureAssetId: values.pictureAssetId || null,
  data: dataIn(values.data) ?? {},
});

export const audienceOf = (values: CampaignValues): Audience => ({
  category: categoryIn(values),
  segmentId: values.segmentId || null,
  market: values.market || null,
  sendAt: fromField(values.sendAt) ?? null,
});

export const wordsOf = (values: CampaignValues) => ({
  en: { title: values['titleI18n.en'], body: values['bodyI18n.en'] },
  ar: { title: values['titleI18n.ar'], body: values['bodyI18n.ar'] },
  id: { title: values['titleI18n.id'], body: values['bodyI18n.id'] },
});

type WordField = (typeof wordFields)[PreviewLanguage][number];

function useWordFields(): FieldSpecs<Pick<CampaignValues, WordField>> {
  const t = useWords(pushWords);
  const word = useServerWord();
  const field = (kind: 'title' | 'body', language: PreviewLanguage): FieldSpec => {
    const [title, body] = wordFields[language];
    const [own, other] = kind === 'title' ? [title, body] : [body, title];
    const isFilled = (values: FormValues, name: string) => String(values[name] ?? '').trim() !== '';
    return {
      kind: kind === 'title' ? 'text' : 'long',
      label: t(`form.${kind}`, { language: word('language', language) }),
      required: language === 'en',
      max: kind === 'title' ? 120 : 400,
      dir: language === 'ar' ? 'rtl' : 'ltr',
      fault: (values) => (isFilled(values, other) && !isFilled(values, own) ? t('form.both') : undefined),
    };
  };
  return {
    'titleI18n.en': field('title', 'en'),
    'bodyI18n.en': field('body', 'en'),
    'titleI18n.ar': field('title', 'ar'),
    'bodyI18n.ar': field('body', 'ar'),
    'titleI18n.id': field('title', 'id'),
    'bodyI18n.id': field('body', 'id'),
  };
}

export const isWritten = (values: CampaignValues, language: (typeof languages)[number]): boolean =>
  wordFields[language].every((name) => values[name].trim() !== '');

/** The minutes in which it was typed do not count. */
const typingMs = 5 * 60_000;
const isPast = (sendAt: string): boolean => Date.parse(fromField(sendAt) ?? '') < Date.now() - typingMs;

export function useCampaignFields(): FieldSpecs<CampaignValues> {
  const t = useWords(pushWords);
  const word = useServerWord();
  const places = usePlaces();
  const { can } = useSession();
  const { data: segments = [] } = useQuery({ ...segmentsQuery, enabled: can('pricing:read') });
  return {
    ...useWordFields(),
    category: {
      kind: 'choice',
      label: t('category'),
      description: t('form.categoryHint'),
      options: categories.map((value) => ({ value, label: word('pushCategory', value) })),
    },
    segmentId: {
      kind: 'choice',
      label: t('form.segment'),
      options: [{ value: '', label: t('everyone') }, ...segments.map(({ id, name }) => ({ value: id, label: name }))],
    },
    market: {
      kind: 'choice',
      label: t('market'),
      options: [{ value: '', label: t('allMarkets') }, ...places.all()],
    },
    sendAt: {
      kind: 'date',
      withTime: true,
      label: t('form.sendAt'),
      description: t('form.sendAtHint'),
      fault: ({ sendAt }) => (isPast(String(sendAt ?? '')) ? t('form.past') : undefined),
    },
    link: { kind: 'text', label: t('opens') },
    pictureAssetId: { kind: 'text', label: t('picture') },
    data: {
      kind: 'long',
      label: t('form.data'),
      description: t('form.dataHint'),
      dir: 'ltr',
      fault: ({ data }) => (dataIn(String(data ?? '')) ? undefined : t('form.dataFault')),
    },
  };
}
