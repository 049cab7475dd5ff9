import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import type { ReviewRequest } from '../../app/review/request.ts';
import { useSession } from '../../app/session.ts';
import { useUserName } from '../../app/user-name.ts';
import { useFormat } from '../../ui/format.ts';
import { useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { MoneyNotice } from './money.tsx';
import { userOf } from './parts.tsx';
import type { RefundDetail } from './queries.ts';
import { refundWords } from './words.ts';

const moves = ['approve', 'reject', 'cancel'] as const;
type Move = (typeof moves)[number];

const keyOf = { approve: 'a', reject: 'r', cancel: 'c' } as const satisfies Record<Move, string>;
const lookOf = {
  approve: { variant: 'filled', color: 'iris' },
  reject: { variant: 'light', color: 'red' },
  cancel: { variant: 'default' },
} as const;

type Asked = Pick<ReviewRequest, 'change' | 'danger' | 'reason'>;

/** The call itself; what waits is decided with its approval. */
function askedFor(move: Move, id: string, approvalId: string): Asked {
  const path = { id: approvalId };
  switch (move) {
    case 'approve':
      return {
        reason: { min: 0, max: 500 },
        change: (note) => change('POST', '/v1/admin/approvals/{id}/approve', { path, body: note ? { note } : {} }),
      };
    case 'reject':
      return {
        danger: true,
        reason: { min: 3, max: 500 },
        change: (reason) => change('POST', '/v1/admin/refunds/{id}/reject', { path: { id }, body: { reason } }),
      };
    case 'cancel':
      return { danger: true, change: change('POST', '/v1/admin/approvals/{id}/cancel', { path }) };
  }
}

/** What may be done with a refund that waits, each with its key. */
export function useDecisions(refund: RefundDetail) {
  const t = useWords(refundWords);
  const format = useFormat();
  const review = useReview();
  const { me } = useSession();
  const name = useUserName()(userOf(refund));
  const blocked = useDisabledReason(refund.allowed, 'payments:refund');
  const { id, approvalId, allowed, amountCents, currency } = refund;
  const isOwn = refund.requestedBy?.id === me.id;
  const open = (move: Move) => () => {
    if (approvalId === null || !allowed.includes(move)) return;
    const { reason, ...rest } = askedFor(move, id, approvalId);
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
      ...rest,
      ...(reason && { reason: { ...reason, label: t(move === 'approve' ? 'note' : 'rejectReason') } }),
    });
  };
  useKeys({
    [keyOf.approve]: open('approve'),
    [keyOf.reject]: open('reject'),
    [keyOf.cancel]: open('cancel'),
  });
  return moves
    .filter((move) => move !== 'cancel' || isOwn)
    .map((move) => ({
      move,
      look: lookOf[move],
      key: keyOf[move],
      blocked: blocked(move, isOwn ? t('own') : undefined),
      open: open(move),
    }));
}
