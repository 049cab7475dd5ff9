import type { ReactNode } from 'react';
import { Inline, Text } from './box.tsx';
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
    <ol>
      {moments.map(({ id, at, title, text, tone = 'neutral' }) => (
        <li key={id} className={classes.moment} data-tone={tone}>
          <Inline align="stretch" justify="between" gap="lg">
            <Text weight="medium">{title}</Text>
            <Text size="sm" tone="muted" nowrap>
              <Time at={at} distance />
            </Text>
          </Inline>
          {text && (
            <Text as="div" tone="muted">
              {text}
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
