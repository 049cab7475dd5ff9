import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface GatedButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'leftSection' | 'loading'> {
  /** Why it cannot be pressed now; undefined when it can. */
  blocked: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

/**
 * A button that says why it is off. It stays focusable while it is, because a reason that the keyboard and the screen
 * reader cannot reach is no reason.
 */
export function GatedButton({ blocked, onClick, children, ...rest }: GatedButtonProps) {
  if (blocked === undefined) {
    return (
      <Button variant="default" {...rest} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip label={blocked}>
      <Button variant="default" {...rest} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
