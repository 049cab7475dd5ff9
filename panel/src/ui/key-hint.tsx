import { Kbd } from '@mantine/core';
import classes from './key-hint.module.css';

/** The key that presses a button, inside it; a phone has none. */
export function KeyHint({ of }: { of: string }) {
  return (
    <Kbd size="xs" className={classes.key ?? ''} aria-hidden>
      {of.toUpperCase()}
    </Kbd>
  );
}
