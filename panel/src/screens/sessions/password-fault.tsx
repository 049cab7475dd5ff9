import { Alert } from '@mantine/core';
import { asApiError } from '../../api/errors.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { sessionWords } from './words.ts';

/** Here “not right” can only mean the current password, so it may be said. */
export function PasswordFault({ error }: { error: unknown }) {
  const t = useWords(sessionWords);
  if (!error) return null;
  if (asApiError(error).code !== 'invalid_credentials') return <ErrorNote error={error} />;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />}>
      {t('password.wrongCurrent')}
    </Alert>
  );
}
