import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { useLanguage, useWords } from '../../words/define.ts';
import { kindIn } from './kind-name.ts';
import type { Alert } from './queries.ts';
import { alertWords } from './words.ts';

export function Severity({ severity }: Pick<Alert, 'severity'>) {
  const t = useWords(alertWords);
  return <StatusPill tone={severity === 'critical' ? 'danger' : 'warning'}>{t(`severities.${severity}`)}</StatusPill>;
}

const tones: Readonly<Record<Alert['status'], Tone>> = { open: 'danger', acknowledged: 'info', resolved: 'positive' };

export function AlertStatus({ status }: Pick<Alert, 'status'>) {
  const t = useWords(alertWords);
  return <StatusPill tone={tones[status]}>{t(`statuses.${status}`)}</StatusPill>;
}

export function useKindName(): (kind: Alert['kind']) => string {
  const language = useLanguage();
  return (kind) => kindIn(language, kind);
}
