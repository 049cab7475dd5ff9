import { Link } from '@tanstack/react-router';
import { Alert } from '../ui/alert.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/empty-state.tsx';
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
  const requestId = known.status >= 500 ? known.requestId : null;
  return <FailedState sentence={sentence(known)} requestId={requestId} {...(onRetry && { onRetry })} />;
}

interface QueryFallbackProps {
  query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
  lines?: number;
}

/** In place of what is not there yet: lines while it comes, or why it did not. */
export function QueryFallback({ query, lines = 8 }: QueryFallbackProps) {
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <SkeletonLines lines={lines} />;
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
