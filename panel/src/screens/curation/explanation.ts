import { isUuid } from '../../ui/short-id.ts';

/** The server's rule for explanations, so that one is told while typing; `contract/explanations.json` has cases for both. */

export const maxExplanation = 300;

const isNumber = (text: string): boolean => /^[\p{N}\s.,+-]+$/u.test(text);

/** One word that is written as code writes names. */
const isIdentifier = (text: string): boolean => !/\s/u.test(text) && /[_\-\p{N}]|.\p{Lu}/u.test(text);

/** Whether an explanation tells a viewer something. */
export function isMeaningful(explanation: string, slug: string): boolean {
  const text = explanation.trim();
  const isName = text.toLowerCase() === slug || isUuid(text.toLowerCase()) || isIdentifier(text);
  return [...text].length >= 3 && /\p{L}/u.test(text) && !isNumber(text) && !isName;
}

/** A slug made of a title, as far as it has letters for one. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
