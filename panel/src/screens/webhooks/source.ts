import { readable, useWords } from '../../words/define.ts';
import { webhookWords } from './words.ts';

const known = ['media', 'payments'] as const;

/** Who sent something, in the operator's language. */
export function useSourceName(): (source: string) => string {
  const t = useWords(webhookWords);
  return (source) => {
    const [first = '', rail] = source.split(':');
    const name = known.find((one) => one === first);
    const shown = name ? t(`sources.${name}`) : readable(first);
    return rail === undefined ? shown : `${shown} (${readable(rail)})`;
  };
}
