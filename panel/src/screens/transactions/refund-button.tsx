import { useNavigate } from '@tanstack/react-router';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useObjectHref } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import type { TransactionDetail } from './queries.ts';
import { transactionWords } from './words.ts';

/** Leads to the sheet in which a refund is made or asked for. */
export function RefundButton({ transaction: { id, status, allowed } }: { transaction: TransactionDetail }) {
  const t = useWords(transactionWords);
  const { can } = useSession();
  const navigate = useNavigate();
  const blocked = useDisabledReason(allowed, can('payments:refund') ? 'payments:refund' : 'payments:refund_request');
  const href = useObjectHref()('refund', 'new');
  if (href === undefined) return null;
  return (
    <GatedButton
      blocked={blocked('refund', t(status === 'pending' ? 'refund.unpaid' : 'refund.none'))}
      onClick={() => void navigate({ href: `${href}?purchase=${encodeURIComponent(id)}` })}
    >
      {t('refund.button')}
    </GatedButton>
  );
}
