import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { Schedule } from './queries.ts';
import { calendarWords } from './words.ts';

/** What is missing, as a list of words. */
export function useMissing(): (missing: readonly Schedule['missing'][number][]) => string {
  const t = useWords(calendarWords);
  const format = useFormat();
  return (missing) => format.list(missing.map((one) => t(`missing.${one}`)));
}

/** What something planned would go live without; undefined where nothing is missing, or it is out already. */
export function useRisk(): (schedule: Schedule) => string | undefined {
  const t = useWords(calendarWords);
  const missingOf = useMissing();
  return ({ status, missing }) =>
    status === 'executed' || missing.length === 0 ? undefined : t('risk', { list: missingOf(missing) });
}
