import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** What the button says and does until the part is there. */
interface OpenerButton {
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
}

interface OpenerProps {
  popup: 'menu' | 'dialog';
  /** Begins to load the part. */
  preload: (() => Promise<unknown> | undefined) | undefined;
  /** The button alone, as it looks until it is first pressed. */
  button: (props: OpenerButton) => ReactNode;
  /** The part with a button of its own, which opens itself with `useOpenedAtOnce`. */
  children: ReactNode;
}

/** A button with a menu or a calendar that is loaded when it is first wanted: what those stand on is large. */
export function Opener({ popup, preload, button, children }: OpenerProps) {
  const [isWanted, setWanted] = useState(false);
  const load = () => void preload?.();
  const closed = { 'aria-haspopup': popup, 'aria-expanded': false } as const;
  if (!isWanted) {
    const onClick = () => {
      load();
      setWanted(true);
    };
    return button({ ...closed, onClick, onPointerEnter: load, onFocus: load });
  }
  return (
    <ErrorBoundary onClose={() => setWanted(false)} fallback={button(closed)}>
      {children}
    </ErrorBoundary>
  );
}

/** Whether the part of an opener is open. Its button takes the focus first, which comes back to it in the end. */
export function useOpenedAtOnce() {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return { button, opened, setOpened };
}
