import type { ComponentProps } from 'react';

interface ScrollBoxProps extends ComponentProps<'div'> {
  /** What it is called when the focus comes to it. */
  label: string;
}

/** A box that scrolls what does not fit into it, also from the keyboard. */
export function ScrollBox({ label, ...props }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: what is in it is no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <div role="group" {...props} aria-label={label} tabIndex={0} />
  );
}
