import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyComponent } from './lazy-component.tsx';

const Tooltip = lazyComponent(async () => (await import('./tooltip.tsx')).Tooltip);

const openDelayMs = 200;

/** What closes a hint besides leaving its element: Escape, and a press elsewhere, as a finger does not leave. */
function useDismissal(target: HTMLElement | undefined, opened: boolean, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!opened) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current();
    const onPress = (event: Event) => {
      if (!(event.target instanceof Node && target?.contains(event.target))) latest.current();
    };
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('pointerdown', onPress, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('pointerdown', onPress, true);
    };
  }, [target, opened]);
}

/**
 * What a pointer rests on, or the keyboard is at. A list shows a hundred moments, and a tooltip for each takes longer
 * than the rest of the list: the one that is looked at is enough.
 */
function useRested() {
  const [target, setTarget] = useState<HTMLElement>();
  const [opened, setOpened] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = (element: HTMLElement) => {
    setTarget(element);
    setOpened(true);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpened(false);
  };
  useDismissal(target, opened, close);
  const onPointerEnter = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    void Tooltip.preload?.();
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => open(currentTarget), pointerType === 'touch' ? 0 : openDelayMs);
  };
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') close();
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) open(currentTarget);
  };
  const discard = () => {
    close();
    setTarget(undefined);
  };
  return { target, opened, discard, events: { onPointerEnter, onPointerLeave, onFocus, onBlur: close } };
}

/** A tooltip that is made when it is first shown. Its element takes the events and has the hint beside it. */
export function useHint(label: ReactNode, maxWidth = 320) {
  const { target, opened, discard, events } = useRested();
  const hint = target && (
    <ErrorBoundary quiet onClose={discard}>
      <Tooltip opened={opened} target={target} label={label} maw={maxWidth} />
    </ErrorBoundary>
  );
  return { hint, events };
}
