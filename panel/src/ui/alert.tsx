import type { ReactNode } from 'react';
import classes from './alert.module.css';
import { Inline } from './box.tsx';
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from './icons.ts';

interface AlertProps {
  tone: 'positive' | 'warning' | 'danger';
  title?: string;
  /** Refusals interrupt, the rest waits its turn. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

const icons = { positive: IconCircleCheck, warning: IconExclamationCircle, danger: IconAlertTriangle };

/** Something the operator must know before going on, in the place that it is about. */
export function Alert({ tone, title, role = 'status', children }: AlertProps) {
  const NoteIcon = icons[tone];
  return (
    <Inline className={classes.note} align="stretch" data-tone={tone} role={role}>
      <NoteIcon size={16} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        {title && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </Inline>
  );
}
