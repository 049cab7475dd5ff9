import type { ReactNode } from 'react';
import { Inline } from './box.tsx';
import classes from './status-pill.module.css';

export type Tone = 'neutral' | 'info' | 'positive' | 'warning' | 'danger';

/** A state in a word. The dot and the word say it too, so that the colour is never alone. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Inline as="span" className={classes.pill} within gap="xs" size="sm" weight="medium" nowrap data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </Inline>
  );
}

const tones: Readonly<Record<string, Tone>> = {
  active: 'positive',
  approved: 'positive',
  executed: 'positive',
  succeeded: 'positive',
  delivered: 'positive',
  published: 'positive',
  completed: 'positive',
  ready: 'positive',
  confirmed: 'positive',
  visible: 'positive',
  received: 'info',
  applied: 'positive',
  unmatched: 'warning',
  malformed: 'danger',
  pending: 'warning',
  waiting: 'warning',
  suspended: 'warning',
  paused: 'warning',
  past_due: 'warning',
  in_review: 'info',
  scheduled: 'info',
  running: 'info',
  processing: 'info',
  uploading: 'info',
  trialing: 'info',
  rejected: 'danger',
  failed: 'danger',
  dead: 'danger',
  banned: 'danger',
  abandoned: 'danger',
  refunded: 'danger',
};

/** The tone of a status of the server; what is over or unknown stays grey. */
export const toneOf = (status: string): Tone => tones[status] ?? 'neutral';
