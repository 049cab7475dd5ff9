import type { ReactNode } from 'react';
import { Inline } from './box.tsx';
import { useKeepFocus } from './focus.ts';
import classes from './work-table.module.css';

interface WorkTableProps {
  above: ReactNode;
  /** What had the focus is gone. */
  onFocusLost?: () => void;
  children: ReactNode;
}

/** A table that is worked in, with how to work in it above. */
export function WorkTable({ above, onFocusLost, children }: WorkTableProps) {
  const work = useKeepFocus<HTMLDivElement>(() => onFocusLost?.());
  return (
    <div ref={work} className={classes.work}>
      <Inline justify="between" wraps gap="2xl" rowGap="sm" size="sm" tone="muted">
        {above}
      </Inline>
      {children}
    </div>
  );
}
