import { type Fields, fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { isUuid, shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { railName } from '../../words/rails.ts';
import { type ServerWord, useReasonWord, useServerWord, type WordTable } from '../../words/server.ts';
import { allMarkets } from './fields-shown.ts';
import { reviewWords } from './words.ts';

/** Fields whose values are words of the server, and the table that has them. */
const tableOf: Readonly<Record<string, WordTable>> = {
  role: 'role',
  permissions: 'permission',
  status: 'status',
  outcome: 'status',
  kind: 'approvalKind',
  lang: 'language',
  error: 'assetError',
  target_type: 'target',
  targetType: 'target',
  direction: 'value',
  targetLanguages: 'language',
  genreSlug: 'genre',
  scope: 'priceScope',
  type: 'promoType',
  trigger: 'value',
  rails: 'rail',
  platform: 'rail',
  surface: 'curation',
  ruleSort: 'curation',
  genre: 'genre',
};

const coinFields = new Set([
  'amount',
  'balance_total',
  'balanceTotal',
  'bonusCoins',
  'budgetCoins',
  'coins',
  'coinsDeducted',
  'coinsDue',
  'coinsFromBonus',
  'coinsFromPaid',
  'coinsMissing',
  'coinsTaken',
  'promoCoinsDue',
  'defaultCoinsPerEpisode',
  'max_bonus_coins',
]);

/** US cents. */
const dollarFields = new Set(['minSpendCents', 'maxSpendCents', 'togetherUsdCents', 'refunded_together_usd_cents']);

/** Minor units of the currency that stands beside them. */
const priceFields = new Set([
  'priceCents',
  'amountCents',
  'leftCents',
  'refundedCents',
  'underpaidCents',
  'confirmedCents',
]);

/** What a change leaves out about its values: packages are sold in US dollars, and comments have statuses of their own. */
export function knownOfTarget(type: string | null): Fields {
  if (type === 'coin_package') return { currency: 'USD' };
  return type === 'comment' || type === 'comment_report' ? { isComment: true } : {};
}

type ValueName = (field: string, value: unknown, beside?: Fields) => string | undefined;

const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const isMarket = (field: string, value: string): boolean =>
  ['market', 'marketCode', 'scopeRef', 'countryCode'].includes(field) && /^[A-Z]{2}$/.test(value);

/** A role has a name of its own, and so has a provider; a kind is one of approvals or of files, a type one of promos or of collections. */
function unknownAs(field: string, value: string, word: ServerWord): string | undefined {
  if (field === 'type') return word('curation', value);
  if (field === 'role') return value;
  if (field === 'rails' || field === 'platform') return railName(value, word);
  return field === 'kind' ? word('assetKind', value) : undefined;
}

/** A planned release by its episode and date. */
function useReleaseName(): (release: Fields) => string {
  const t = useWords(reviewWords);
  const format = useFormat();
  return ({ episodeNumber, title, runAt }) => {
    const at = `${format.dateTime(String(runAt), 'UTC')} UTC`;
    return t('release', { number: String(episodeNumber), title: String(title), at });
  };
}

/** Values as people read them: yes and no, numbers, moments, roles, permissions, statuses, what a job did. */
export function useValueName(): ValueName {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const [format, releaseName] = [useFormat(), useReleaseName()];
  const { country, language } = usePlaces();
  const numberName = (field: string, value: number, { currency: named }: Fields): string => {
    // Places are counted from one.
    if (field === 'sort') return format.number(value + 1);
    const isPrice = priceFields.has(field);
    const currency = dollarFields.has(field) ? 'USD' : isPrice && named;
    if (typeof currency === 'string') return format.money(value, currency);
    const amount = format.number(isPrice ? value / 100 : value);
    return coinFields.has(field) ? t('coins', { count: value, amount }) : amount;
  };
  const oneOfList = (field: string, one: string): string => {
    if (field === 'countries') return country(one);
    if (field === 'languages') return language(one);
    return word(tableOf[field] ?? 'value', one, unknownAs(field, one, word) ?? one);
  };
  const textName = (field: string, value: string, { isComment }: Fields): string | undefined => {
    if (field === 'failureReason') return reasonWord(value);
    if (isComment && (field === 'status' || field === 'outcome')) return word('commentStatus', value);
    if (field === 'marketCode' && value === allMarkets) return t('allMarkets');
    if (isMarket(field, value)) return country(value);
    if (day.test(value)) return format.date(value);
    if (moment.test(value)) return `${format.dateTime(value, 'UTC')} UTC`;
    const table = tableOf[field];
    return table && word(table, value, unknownAs(field, value, word));
  };
  const partsName = (field: string, parts: object): string => {
    if (field.endsWith('I18n')) {
      return Object.entries(parts)
        .map(([code, words]) => `${word('language', code)}: ${String(words)}`)
        .join(' · ');
    }
    if (field === 'counts') {
      const done = Object.entries(parts).filter(([, count]) => count !== 0);
      return format.list(done.map(([step, count]) => `${word('count', step)}: ${String(count)}`)) || '0';
    }
    return Object.entries(parts)
      .filter(([, part]) => part !== null)
      .map(([name, part]) => [name === 'sort' && typeof part === 'string' ? 'ruleSort' : name, part] as const)
      .map(([name, part]) => `${word('field', name)}: ${valueName(name, part, { ...parts }) ?? String(part)}`)
      .join(' · ');
  };
  const itemName = (field: string, one: unknown): string => {
    if (typeof one !== 'object' || one === null) return oneOfList(field, String(one));
    const { seriesTitle, episodeNumber: number } = fieldsOf(one);
    if (field === 'releases') return releaseName(fieldsOf(one));
    if (typeof seriesTitle === 'string') return t('episode', { series: seriesTitle, number: String(number) });
    return partsName(field, one);
  };
  const valueName: ValueName = (field, value, beside = {}) => {
    if (typeof value === 'boolean') return word('value', String(value));
    if (typeof value === 'number') return numberName(field, value, beside);
    if (Array.isArray(value)) return format.list(value.map((one) => itemName(field, one)));
    if (typeof value === 'object' && value !== null) return partsName(field, value);
    return typeof value === 'string' ? textName(field, value, beside) : undefined;
  };
  return valueName;
}

/** The same where there is little room: of an id stands the end. */
export function useShortValueName(): ValueName {
  const valueName = useValueName();
  return (field, value, beside) =>
    valueName(field, value, beside) ?? (typeof value === 'string' && isUuid(value) ? shortId(value) : undefined);
}
