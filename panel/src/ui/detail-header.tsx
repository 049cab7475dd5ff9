import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
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
    <header className={classes.header}>
      <nav aria-label={of}>{back}</nav>
      <h1 className={classes.title}>
        <bdi>{title}</bdi>
      </h1>
      <div className={classes.under}>{children}</div>
    </header>
  );
}
