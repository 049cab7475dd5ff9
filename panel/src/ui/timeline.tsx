import type { ReactNode } from 'react';
import type { Tone } from './status-pill.tsx';
import { Time } from './time.tsx';
import classes from './timeline.module.css';

export interface Moment {
  readonly id: string;
  readonly at: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly tone?: Tone;
}

/** What happened, one under the other, newest first. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className={classes.timeline}>
      {moments.map(({ id, at, title, text, tone = 'neutral' }) => (
        <li key={id} className={classes.moment} data-tone={tone}>
          <div className={classes.line}>
            <span className={classes.title}>{title}</span>
            <span className={classes.when}>
              <Time at={at} distance />
            </span>
          </div>
          {text && <div className={classes.text}>{text}</div>}
        </li>
      ))}
    </ol>
  );
}
