import type { ReactNode } from 'react';
import { Inline, Text } from './box.tsx';
import { registerFootBar } from './foot-bar.ts';
import classes from './unsaved-bar.module.css';

interface BarProps {
  label: string;
  /** Nothing is shown while there is nothing to act on. */
  shown: boolean;
  children: ReactNode;
}

/** What waits to be saved, or is selected to be acted on, at the foot of the screen while one works. */
export function UnsavedBar({ label, shown, children }: BarProps) {
  return (
    <div role="status" className={classes.waiting}>
      {shown && (
        <section ref={registerFootBar} className={classes.bar} aria-label={label}>
          {children}
        </section>
      )}
    </div>
  );
}

/** One thing that waits, and what can be done about it. */
export function UnsavedLine({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <Inline justify="between" wraps gap="lg" rowGap="sm">
      <Text as="p" size="md" weight="medium">
        {summary}
      </Text>
      <Inline align="stretch" wraps>
        {children}
      </Inline>
    </Inline>
  );
}
