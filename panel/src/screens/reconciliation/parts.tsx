import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import type { Run } from './queries.ts';
import { reconciliationWords } from './words.ts';

/** The first and the last day of a file. */
export function Period({ of: { start, end } }: { of: Run['period'] }) {
  const format = useFormat();
  return start === end ? format.date(start) : `${format.date(start)} – ${format.date(end)}`;
}

const commonRails = ['ios_store', 'android_store', 'card_web'];
export const families = ['localwallet', 'mobilemoney', 'vas'] as const;

/** The payment methods to choose from: three that are everywhere, and kinds whose provider is typed. */
export function useRailOptions() {
  const t = useWords(reconciliationWords);
  const railName = useRailName();
  return {
    common: commonRails,
    options: [
      ...commonRails.map((value) => ({ value, label: railName(value) })),
      ...families.map((value) => ({ value, label: t(`family.${value}`) })),
    ],
  };
}

const providerName = /^[a-z0-9_]{1,40}$/;

/** What is chosen and typed, as the server calls it; undefined while it is no whole name. */
export function railOf(chosen: string, typed: string): string | undefined {
  if (!families.some((family) => family === chosen)) return chosen || undefined;
  const name = typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return providerName.test(name) ? `${chosen}_${name}` : undefined;
}
