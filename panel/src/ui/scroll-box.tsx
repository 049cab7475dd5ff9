import type { ComponentProps } from 'react';

/** A box that scrolls what does not fit into it, also from the keyboard. */
export function ScrollBox(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
  return <div {...props} tabIndex={0} />;
}
