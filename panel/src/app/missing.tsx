import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { ErrorState } from '../api/show-error.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useWords } from '../words/define.ts';
import { shellWords } from './words.ts';

export function NotFound() {
  const t = useWords(shellWords);
  return (
    <EmptyState title={t('notFound.title')} text={t('notFound.text')}>
      <Button component={Link} to="/" variant="default">
        {t('notFound.home')}
      </Button>
    </EmptyState>
  );
}

/** When the page itself could not be loaded: no answer from the server, or a part of the panel that is missing. */
export function LoadFault({ error, reset }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={reset} />;
}
