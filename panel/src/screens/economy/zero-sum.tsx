import { Alert } from '../../ui/alert.tsx';
import { Inline } from '../../ui/box.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { economyWords } from './words.ts';

/** Whether every coin that came from somewhere is somewhere: of the whole ledger, whatever is chosen above. */
export function ZeroSum({ breach }: { breach: boolean }) {
  const t = useWords(economyWords);
  if (breach) {
    return (
      <Alert tone="danger" role="alert" title={t('books.broken')}>
        {t('books.brokenText')}
      </Alert>
    );
  }
  return (
    <Inline as="p" wraps tone="muted">
      <StatusPill tone="positive">{t('books.hold')}</StatusPill>
      <span>{t('books.holdText')}</span>
    </Inline>
  );
}
