import type { ReactNode } from 'react';
import classes from './work-table.module.css';

/** A table that is worked in, with how to work in it above. */
export function WorkTable({ above, children }: { above: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.work}>
      <div className={classes.above}>{above}</div>
      {children}
    </div>
  );
}
