import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { Schedule } from './queries.ts';
import { calendarWords } from './words.ts';

/** What something planned would go live without; undefined where nothing is missing, or it is out already. */
export function useRisk(): (schedule: Schedule) => string | undefined {
  const t = useWords(calendarWords);
  const format = useFormat();
  return ({ status, missing }) =>
    status === 'executed' || missing.length === 0
      ? undefined
      : t('risk', { list: format.list(missing.map((one) => t(`missing.${one}`))) });
}
