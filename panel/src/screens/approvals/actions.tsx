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
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { MoneyNotice } from '../refunds/public.ts';
import type { ApprovalDetail } from './queries.ts';
import { currencyOf, useRefusal } from './refusal.ts';
import { useSubject, useTargetName } from './subject.ts';
import { approvalWords } from './words.ts';

/** What may be done with a request now, each with its key. */
export function ApprovalActions({ approval }: { approval: ApprovalDetail }) {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const subject = useSubject();
  const targetName = useTargetName();
  const review = useReview();
  const { me } = useSession();
  const blocked = useDisabledReason(approval.allowed, approval.requiredPermission);
  const isOwn = approval.requestedBy.id === me.id;
  const refusal = useRefusal(approval);
  const whyNot = (action: Decision) => {
    if (isOwn && action !== 'cancel') return t('blocked.own');
    return blocked(action, approval.requesterEligible ? (refusal ?? undefined) : t('blocked.requester'));
  };
  const what = `${word('approvalKind', approval.kind)}: ${subject(approval)}`;
  const labels = { note: t('note'), rejectReason: t('rejectReason') };
  const open = (action: Decision) => {
    const currency = currencyOf(approval.target);
    review.open({
      title: `${t(`actions.${action}`)} · ${what}`,
      about: targetName(approval),
      intro: (
        <>
          <p>{t(`actions.intro.${action}`)}</p>
          {action === 'approve' && approval.kind === 'refund' && (
            <MoneyNotice platform={String(approval.target.platform)} />
          )}
        </>
      ),
      confirmLabel: t(`actions.${action}`),
      done: () => `${t(`actions.done.${action}`)} · ${what}`,
      ...decisionRequest(action, approval.id, labels),
      ...(currency && { currency }),
    });
  };
  const actions = decisionsFor(isOwn).map((action) => ({
    label: t(`actions.${action}`),
    key: decisionKeys[action],
    look: decisionLooks[action],
    isAllowed: approval.allowed.includes(action),
    blocked: whyNot(action),
    run: () => open(action),
  }));
  return <KeyedActions actions={actions} />;
}
