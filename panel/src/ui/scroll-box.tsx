import type { ComponentProps } from 'react';
import classes from './scroll-box.module.css';

interface ScrollBoxProps extends ComponentProps<'div'> {
  /** What it is called when the focus comes to it. */
  label: string;
  /** With a border around it. */
  framed?: boolean;
}

/** A box that scrolls what does not fit into it, also from the keyboard. */
export function ScrollBox({ label, framed = false, className, ...props }: ScrollBoxProps) {
  const look = [framed && classes.framed, className].filter(Boolean).join(' ') || undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: what is in it is no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <div role="group" {...props} className={look} aria-label={label} tabIndex={0} />
  );
}
