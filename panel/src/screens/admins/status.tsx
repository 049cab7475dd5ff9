import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { Admin } from './queries.ts';
import { adminWords } from './words.ts';

export function AdminStatus({ admin }: { admin: Admin }) {
  const t = useWords(adminWords);
  const word = useServerWord();
  if (!admin.is_active) return <StatusPill tone="neutral">{word('status', 'disabled')}</StatusPill>;
  if (admin.must_reset_password) return <StatusPill tone="warning">{t('mustReset')}</StatusPill>;
  return <StatusPill tone="positive">{word('status', 'active')}</StatusPill>;
}
