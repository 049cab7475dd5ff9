import { asApiError } from '../../api/errors.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useWords } from '../../words/define.ts';
import { sessionWords } from './words.ts';

/** Here “not right” can only mean the current password, so it may be said. */
export function PasswordFault({ error }: { error: unknown }) {
  const t = useWords(sessionWords);
  if (!error) return null;
  if (asApiError(error).code !== 'invalid_credentials') return <ErrorNote error={error} />;
  return (
    <Alert tone="danger" role="alert">
      {t('password.wrongCurrent')}
    </Alert>
  );
}
