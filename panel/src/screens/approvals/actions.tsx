import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import type { ReviewRequest } from '../../app/review/request.ts';
import { useSession } from '../../app/session.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { MoneyNotice } from '../refunds/public.ts';
import type { ApprovalDetail } from './queries.ts';
import { currencyOf, useRefusal } from './refusal.ts';
import { useSubject, useTargetName } from './subject.ts';
import { approvalWords } from './words.ts';

const actions = ['approve', 'reject', 'cancel'] as const;
type Action = (typeof actions)[number];

const keyOf = { approve: 'a', reject: 'r', cancel: 'c' } as const satisfies Record<Action, string>;
const lookOf = {
  approve: { variant: 'filled', color: 'iris' },
  reject: { variant: 'light', color: 'red' },
  cancel: { variant: 'default' },
} as const;

/** The call itself, and the words that go with it. */
function requestOf(action: Action, id: string): Pick<ReviewRequest, 'change' | 'danger' | 'reason'> {
  const path = { id };
  switch (action) {
    case 'approve':
      return {
        reason: { min: 0, max: 500 },
        change: (note) => change('POST', '/v1/admin/approvals/{id}/approve', { path, body: note ? { note } : {} }),
      };
    case 'reject':
      return {
        danger: true,
        reason: { min: 1, max: 500 },
        change: (reason) => change('POST', '/v1/admin/approvals/{id}/reject', { path, body: { reason } }),
      };
    case 'cancel':
      return { danger: true, change: change('POST', '/v1/admin/approvals/{id}/cancel', { path }) };
  }
}

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
  const whyNot = (action: Action) => {
    if (isOwn && action !== 'cancel') return t('blocked.own');
    return blocked(action, approval.requesterEligible ? (refusal ?? undefined) : t('blocked.requester'));
  };
  const what = `${word('approvalKind', approval.kind)}: ${subject(approval)}`;
  const open = (action: Action) => {
    const { reason, ...rest } = requestOf(action, approval.id);
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
      ...rest,
      ...(currency && { currency }),
      ...(reason && { reason: { ...reason, label: t(action === 'approve' ? 'note' : 'rejectReason') } }),
    });
  };
  const press = (action: Action) => () => {
    if (approval.allowed.includes(action)) open(action);
  };
  useKeys({ [keyOf.approve]: press('approve'), [keyOf.reject]: press('reject'), [keyOf.cancel]: press('cancel') });
  return actions
    .filter((action) => action !== 'cancel' || isOwn)
    .map((action) => (
      <GatedButton key={action} {...lookOf[action]} blocked={whyNot(action)} onClick={() => open(action)}>
        {t(`actions.${action}`)}
        <KeyHint of={keyOf[action]} />
      </GatedButton>
    ));
}
