import {
  type Decision,
  decisionKeys,
  decisionLooks,
  decisionRequest,
  decisionsFor,
  KeyedActions,
} from '../../app/decisions.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { useUserName } from '../../app/user-name.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { MoneyNotice } from './money.tsx';
import { userOf } from './parts.tsx';
import type { RefundDetail } from './queries.ts';
import { refundWords } from './words.ts';

/** What may be done with a refund that waits, each with its key; it is decided with its approval. */
export function Decisions({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const format = useFormat();
  const review = useReview();
  const { me } = useSession();
  const name = useUserName()(userOf(refund));
  const blocked = useDisabledReason(refund.allowed, 'payments:refund');
  const { approvalId, allowed, amountCents, currency } = refund;
  const isOwn = refund.requestedBy?.id === me.id;
  const labels = { note: t('note'), rejectReason: t('rejectReason') };
  const open = (move: Decision) => {
    if (approvalId === null) return;
    const amount = format.money(amountCents, currency);
    review.open({
      title: t(`sheet.${move}`, { name, amount }),
      done: () => t(`done.${move}`, { name, amount }),
      about: name,
      currency,
      intro: (
        <>
          <p>{t(`intro.${move}`)}</p>
          {move === 'approve' && <MoneyNotice platform={refund.platform} />}
        </>
      ),
      confirmLabel: t(`moves.${move}`),
      ...decisionRequest(move, approvalId, labels),
    });
  };
  const actions = decisionsFor(isOwn).map((move) => ({
    label: t(`moves.${move}`),
    key: decisionKeys[move],
    look: decisionLooks[move],
    isAllowed: allowed.includes(move),
    blocked: blocked(move, isOwn ? t('own') : undefined),
    run: () => open(move),
  }));
  return <KeyedActions actions={actions} />;
}
