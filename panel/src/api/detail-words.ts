import { useFormat } from '../ui/format.ts';
import { defineWords, type Key, useWords } from '../words/define.ts';
import type { Detail } from './errors.ts';
import type { components } from './schema.d.ts';
import en from './words/details.en.json';

type DetailCode = NonNullable<components['schemas']['Error_validation_failed_400']['details'][number]['code']>;

const words = defineWords('details', en, {
  ar: () => import('./words/details.ar.json'),
  id: () => import('./words/details.id.json'),
});

/** The compiler's check: a code of the contract without a sentence stops the build here. */
export const everyDetailHasASentence = (code: DetailCode): Key<typeof en> => code;

const isKnown = (code: string): code is Key<typeof en> => Object.hasOwn(en, code) || Object.hasOwn(en, `${code}_other`);

/** What the server has refused about a field, in the operator's language. Without a code its own English is all there is. */
export function useDetailSentence(): (detail: Detail) => string {
  const t = useWords(words);
  const format = useFormat();
  return ({ code, limit = 0, message }) => {
    if (code === undefined || !isKnown(code)) return message;
    return t(code, { count: limit, limit: format.number(limit) });
  };
}
