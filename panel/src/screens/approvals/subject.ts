import { useProductCalled } from '../../app/bought.ts';
import { type NamedUser, useUserName } from '../../app/user-name.ts';
import { useFormat } from '../../ui/format.ts';
import { isUuid, shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import type { Approval } from './queries.ts';
import { approvalWords } from './words.ts';

type Target = Approval['target'];

/** Users without a name, by what they are and where. */
const namelessUser = ({ label: id, isGuest, countryCode }: Target): NamedUser => ({
  id,
  name: null,
  isGuest: isGuest === true,
  countryCode: typeof countryCode === 'string' ? countryCode : null,
});

/** What a request is about by its own words; a refund whose user is not told by what was bought. */
function useKnownName(): (target: Target) => string {
  const titleIn = useTitleIn();
  const called = useProductCalled();
  return ({ label, labelI18n, productId, bought }) =>
    label === productId ? called(label, bought) : titleIn(label, labelI18n);
}

/** What a request is about: its name, or what it is where the name is not told. */
export function useTargetName(): (approval: Approval) => string {
  const word = useServerWord();
  const knownName = useKnownName();
  const userName = useUserName();
  return ({ payload, target, targetType, targetId }) => {
    const isNameless = target.label === targetId || isUuid(target.label);
    const known = isNameless ? undefined : knownName(target);
    const name = [known, payload.name, payload.title].find((one) => typeof one === 'string');
    if (typeof name === 'string') return name;
    if (targetType === 'user' || target.isGuest === true) return userName(namelessUser(target));
    return `${word('target', targetType)} ${shortId(target.label)}`;
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
