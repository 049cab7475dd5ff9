import { useLanguage } from '../words/define.ts';

/** A count as words take it: the number that chooses the form, and the same as it is written. */
export function useAmount(): (count: number) => { count: number; amount: string } {
  const language = useLanguage();
  return (count) => ({ count, amount: new Intl.NumberFormat(language).format(count) });
}
