import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportPageError } from '../api/report.ts';
import { ErrorState } from '../api/show-error.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { retryFailedImports } from '../ui/lazy-component.tsx';
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
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => reportPageError(error), [error]);
  const retry = () => {
    retryFailedImports();
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={retry} />;
}
