import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Inline } from '../ui/box.tsx';
import { SkeletonLines } from '../ui/empty-state.tsx';
import { IconRefresh } from '../ui/icons.ts';
import { uiWords } from '../ui/words.ts';
import { useWords } from '../words/define.ts';
import { useErrorSentence } from './error-words.ts';
import { asApiError } from './errors.ts';
import classes from './loaded.module.css';
import { ErrorState } from './show-error.tsx';

/** The part of a query's result that is shown, whatever its data are. */
export interface ShownQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  query: ShownQuery<Data>;
  /** How many lines stand for it while it is on its way. */
  lines?: number;
  /** Stands for it in place of the lines. */
  fallback?: ReactNode;
  /** In place of it where the server has no such thing. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * What a query has brought. Data that are there stay, with a strip above them when the last refresh failed; the error
 * takes their place only where there are none.
 */
export function Loaded<Data>({ query, lines = 8, fallback, missing, children }: LoadedProps<Data>) {
  const { data } = query;
  if (data !== undefined) {
    return (
      <>
        <NotRefreshed query={query} />
        {children(data)}
      </>
    );
  }
  return <QueryFallback query={query} lines={lines} fallback={fallback} missing={missing} />;
}

/** In place of what is not there: lines while it comes, or why it did not. */
export function QueryFallback({
  query: { error, refetch },
  lines = 8,
  fallback,
  missing,
}: Omit<LoadedProps<unknown>, 'children'>) {
  if (error && missing && asApiError(error).code === 'not_found') return missing;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return fallback ?? <SkeletonLines lines={lines} />;
}

interface LoadedTableProps {
  query: ShownQuery<unknown>;
  children: ReactNode;
}

/** The same for a table, which shows by itself that its rows are on their way. */
export function LoadedTable({ query, children }: LoadedTableProps) {
  if (query.data === undefined && query.error) return <QueryFallback query={query} />;
  return (
    <>
      <NotRefreshed query={query} />
      {children}
    </>
  );
}

/** Says that what is shown may be old, and why. */
export function NotRefreshed({ query: { data, error, isFetching, refetch } }: { query: ShownQuery<unknown> }) {
  const t = useWords(uiWords);
  const sentence = useErrorSentence();
  if (!error || data === undefined) return null;
  return (
    <Inline role="status" className={classes.strip} wraps gap="md" rowGap="2xs" size="sm" tone="warning" mb="sm">
      <span>
        {t('notRefreshed')} {sentence(asApiError(error))}
      </span>
      <Button
        size="compact-xs"
        h={22}
        variant="subtle"
        loading={isFetching}
        leftSection={<IconRefresh size={12} />}
        onClick={() => void refetch()}
      >
        {t('retry')}
      </Button>
    </Inline>
  );
}
