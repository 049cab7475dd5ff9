import { useFormat } from '../ui/format.ts';
import { defineWords, type Key, useWords, type Values } from '../words/define.ts';
import { type ServerWord, useServerWord, type WordTable } from '../words/server.ts';
import { ApiError, type ErrorCode, type LocalCode } from './errors.ts';
import en from './words/errors.en.json';

/** The compiler's check: a code of the contract without a sentence stops the build here. */
export const everyCodeHasASentence: Readonly<Record<ErrorCode | LocalCode, string>> = en;

const words = defineWords('errors', en, {
  ar: () => import('./words/errors.ar.json'),
  id: () => import('./words/errors.id.json'),
});

/** Whether there is a sentence for it. */
export const isKnownError = (code: string): code is Key<typeof en> => Object.hasOwn(en, code);

const megabytes = (bytes: unknown): number => (typeof bytes === 'number' ? Math.round(bytes / 1e5) / 10 : 0);

/** What an error names by the server's own words, by the extra that holds them. */
const tables: Readonly<Record<string, WordTable>> = {
  required: 'permission',
  permissions: 'permission',
  missing: 'permission',
  requiredRoles: 'role',
  fields: 'field',
  status: 'status',
  currentState: 'status',
};

/** What the numbers of a refusal count. */
const nouns: Readonly<Record<string, 'coins' | 'admins' | 'seconds'>> = {
  capRemaining: 'coins',
  balanceTotal: 'coins',
  coinsRequired: 'coins',
  assignedCount: 'admins',
  retryAfterS: 'seconds',
};

/** How much of a purchase is left to refund: the refusal says how much, and the screen in which currency. */
type Left = { readonly cents: number; readonly currency: string } | undefined;

function leftIn({ code, extras: { refundableCents: cents } }: ApiError, currency: string | undefined): Left {
  if (code !== 'refund_exceeds_purchase' || typeof cents !== 'number' || currency === undefined) return undefined;
  return { cents, currency };
}

/** The sentence that says most: some refusals tell more than their code. */
function sentenceOf(error: ApiError, left: Left): Key<typeof en> {
  const { code, extras, requestId } = error;
  const { requiredRoles, reason, accepted } = extras;
  if (left) return left.cents === 0 ? 'refund_nothing_left' : 'refund_exceeds_left';
  if (code === 'internal_error' && requestId !== null) return 'internal_error_logged';
  if (code === 'insufficient_permissions' && Array.isArray(requiredRoles)) return 'role_required';
  if (code === 'unsupported_media_type' && Array.isArray(accepted)) return 'other_file_type';
  const weakness = `weak_${String(reason)}`;
  if (code === 'weak_password' && isKnownError(weakness)) return weakness;
  return isKnownError(code) ? code : 'unknown_error';
}

/** What is wrong with a file: the server sends a code, and the column or block that it is about. */
function problemIn({ code, extras: { problem, problemCode, column, block } }: ApiError, word: ServerWord): string {
  const table = code === 'invalid_csv' ? 'csvProblem' : 'captionProblem';
  const text = word(table, String(problemCode), String(problem));
  return text.replace('{{column}}', () => String(column)).replace('{{block}}', () => String(block));
}

/** `image/jpeg` as people call it. */
const typeName = (type: unknown): string => String(type).replace(/^.*\//, '').toUpperCase();

/**
 * The one way in which an error becomes words: what happened and the next step, in the operator's language. Amounts that
 * it tells are said where their currency is known.
 */
export function useErrorSentence(): (error: ApiError, currency?: string) => string {
  const t = useWords(words);
  const word = useServerWord();
  const { list, anyOf, dateTime, money, number } = useFormat();
  const numberText = (name: string, value: number): string => {
    const noun = nouns[name];
    const amount = number(value);
    return noun ? t(noun, { count: value, amount }) : amount;
  };
  const textOf = (name: string, value: unknown): string | number => {
    if (Array.isArray(value)) {
      const items = value.map((one) => String(textOf(name, one)));
      return name === 'requiredRoles' || name === 'accepted' ? anyOf(items) : list(items);
    }
    if (name === 'accepted') return typeName(value);
    if (typeof value === 'number') return numberText(name, value);
    if (typeof value !== 'string') return '';
    const table = tables[name];
    if (name === 'suspendedUntil') return `${dateTime(value, 'UTC')} UTC`;
    return table ? word(table, value, table === 'status' ? word('commentStatus', value) : undefined) : value;
  };
  return (error, currency) => {
    const { maxBytes, ...rest } = error.extras;
    const left = leftIn(error, currency);
    const values: Record<string, string | number> = { maxMb: number(megabytes(maxBytes)) };
    if (error.requestId !== null) values.requestId = error.requestId;
    for (const [name, value] of Object.entries(rest)) values[name] = textOf(name, value);
    if (rest.problemCode !== undefined) values.problem = problemIn(error, word);
    if (left) values.left = money(left.cents, left.currency);
    return t(sentenceOf(error, left), values satisfies Values);
  };
}

/** Why something failed that the service did by itself, by the code that was kept of it. */
export function useFailureSentence(): (code: string) => string {
  const sentence = useErrorSentence();
  return (code) => sentence(new ApiError(isKnownError(code) ? code : 'internal_error', 0, { currentState: '–' }));
}
