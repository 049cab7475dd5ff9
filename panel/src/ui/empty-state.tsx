import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/define.ts';
import { Inline, Stack, Text } from './box.tsx';
import classes from './empty-state.module.css';
import { type Icon, IconAlertTriangle, IconInbox, IconLock, IconRefresh } from './icons.ts';
import { uiWords } from './words.ts';

interface EmptyStateProps {
  icon?: Icon;
  title: string;
  text?: string | undefined;
  tone?: 'neutral' | 'danger';
  children?: ReactNode;
}

/** A page or a part of one that has nothing else to show: says what is so, and the next step. */
export function EmptyState({ icon: StateIcon = IconInbox, title, text, tone = 'neutral', children }: EmptyStateProps) {
  return (
    <Stack className={classes.state} align="center" gap="2xs" data-tone={tone}>
      <span className={classes.icon} aria-hidden>
        <StateIcon size={20} stroke={1.75} />
      </span>
      <Text as="p" size="lg" weight="strong">
        {title}
      </Text>
      {text && <p className={classes.text}>{text}</p>}
      {children && (
        <Inline align="stretch" mt="lg">
          {children}
        </Inline>
      )}
    </Stack>
  );
}

interface FailedProps {
  sentence: string;
  /** Where only a fresh page helps. */
  reload?: boolean;
  onRetry?: () => void;
}

export function FailedState({ sentence, reload = false, onRetry }: FailedProps) {
  const t = useWords(uiWords);
  return (
    <div role="alert">
      <EmptyState icon={IconAlertTriangle} tone="danger" title={t('failed')} text={sentence}>
        {reload && <Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
        {onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

export function NoPermissionState({ permission }: { permission: string }) {
  const t = useWords(uiWords);
  return <EmptyState icon={IconLock} title={t('noPermission.title')} text={t('noPermission.text', { permission })} />;
}

/** Where a page of text will stand. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  const t = useWords(uiWords);
  return (
    <div className={classes.lines} role="status" aria-label={t('list.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <Skeleton key={index} height={12} width={`${88 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  );
}
