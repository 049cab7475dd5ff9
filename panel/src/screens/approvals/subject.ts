import { shortId } from '../../app/review/effects-view.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { Approval } from './queries.ts';
import { approvalWords } from './words.ts';

/** What a request is about, in a few words: a name, an amount, or the end of the id. */
export function useSubject(): (approval: Approval) => string {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const format = useFormat();
  return ({ payload, targetType, targetId }) => {
    const name = [payload.name, payload.title].find((one) => typeof one === 'string');
    const target = name ?? `${word('target', targetType)} ${shortId(targetId)}`;
    if (typeof payload.amount !== 'number') return target;
    return `${t('coins', { count: payload.amount, amount: format.number(payload.amount) })} · ${target}`;
  };
}
