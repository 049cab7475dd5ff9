import { useFormat } from '../../ui/format.ts';
import { isUuid, shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import type { Approval } from './queries.ts';
import { approvalWords } from './words.ts';

/** What a request is about: its name, or the end of the id where the name is not told. */
export function useTargetName(): (approval: Approval) => string {
  const word = useServerWord();
  const titleIn = useTitleIn();
  return ({ payload, target, targetType, targetId }) => {
    const isNameless = target.label === targetId || isUuid(target.label);
    const known = isNameless ? undefined : titleIn(target.label, target.labelI18n);
    const name = [known, payload.name, payload.title].find((one) => typeof one === 'string');
    if (typeof name === 'string') return name;
    return `${target.isGuest === true ? word('field', 'guest') : word('target', targetType)} ${shortId(target.label)}`;
  };
}

/** The same with the amount, where there is one. */
export function useSubject(): (approval: Approval) => string {
  const t = useWords(approvalWords);
  const format = useFormat();
  const nameOf = useTargetName();
  return (approval) => {
    const { kind, payload, target: about } = approval;
    const target = nameOf(approval);
    if (kind === 'refund' && typeof about.amountCents === 'number') {
      return `${format.money(about.amountCents, String(about.currency))} · ${target}`;
    }
    if (typeof payload.amount !== 'number') return target;
    return `${t('coins', { count: payload.amount, amount: format.number(payload.amount) })} · ${target}`;
  };
}
