import { Text } from '../../ui/box.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { Approval } from './queries.ts';
import { approvalWords } from './words.ts';

const pressingMs = 24 * 60 * 60 * 1000;

/** What is left to decide, while there is something to decide. */
export function Expiry({ approval }: { approval: Pick<Approval, 'status' | 'expiresAt'> }) {
  const t = useWords(approvalWords);
  if (approval.status !== 'pending') return <Text tone="muted">–</Text>;
  return <Countdown to={approval.expiresAt} over={t('over')} soonMs={pressingMs} />;
}

export function ApprovalStatus({ status }: { status: Approval['status'] }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(status)}>{word('approvalStatus', status, word('status', status))}</StatusPill>;
}
