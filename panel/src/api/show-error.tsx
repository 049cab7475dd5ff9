import { Link } from '@tanstack/react-router';
import { Alert } from '../ui/alert.tsx';
import { EmptyState, FailedState } from '../ui/empty-state.tsx';
import { IconLock } from '../ui/icons.ts';
import { useWords } from '../words/define.ts';
import { useErrorSentence } from './error-words.ts';
import { asApiError } from './errors.ts';
import { noFactorWords } from './no-factor-words.ts';

/** The one place that shows errors: in place of what could not be loaded, or beside what could not be done. */

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const sentence = useErrorSentence();
  const known = asApiError(error);
  // Reading asks for no fresh proof: this refusal means that there is no second factor at all.
  if (known.code === 'step_up_required') return <NoSecondFactor />;
  return (
    <FailedState
      sentence={sentence(known)}
      reload={known.code === 'part_missing' || known.code === 'page_error'}
      // What is not there is not there the next time either.
      {...(onRetry && known.code !== 'not_found' && { onRetry })}
    />
  );
}

export function ErrorNote({ error }: { error: unknown }) {
  const sentence = useErrorSentence();
  if (!error) return null;
  return (
    <Alert tone="danger" role="alert">
      {sentence(asApiError(error))}
    </Alert>
  );
}

/** Nothing can be read before it is set up, so the way there stands in place of the page. */
function NoSecondFactor() {
  const t = useWords(noFactorWords);
  return (
    <EmptyState icon={IconLock} title={t('title')} text={t('text')}>
      <Link to="/account">{t('go')}</Link>
    </EmptyState>
  );
}
