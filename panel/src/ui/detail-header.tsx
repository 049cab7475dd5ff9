import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Inline, Stack, Text } from './box.tsx';
import classes from './detail-header.module.css';
import { IconChevronLeft } from './icons.ts';

function BackAnchor({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} className={classes.back}>
      <IconChevronLeft size={14} className="points" aria-hidden />
      {children}
    </a>
  );
}

/** The way back to what something belongs to. */
export const BackLink = createLink(BackAnchor);

interface DetailHeaderProps {
  /** What the way back leads to, for screen readers. */
  of: string;
  back: ReactNode;
  title: string;
  /** What stands under the title. */
  children: ReactNode;
}

/** The head of a page that is about one thing. */
export function DetailHeader({ of, back, title, children }: DetailHeaderProps) {
  return (
    <Stack as="header" gap="2xs" mb="lg">
      <nav aria-label={of}>{back}</nav>
      <Text as="h1" className={classes.title} size="2xl" tight breaks mt="2xs">
        <bdi>{title}</bdi>
      </Text>
      <Inline wraps gap="lg" rowGap="2xs" tone="muted">
        {children}
      </Inline>
    </Stack>
  );
}
