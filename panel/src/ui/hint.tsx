import { type FocusEvent, type PointerEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';

const Tooltip = lazyComponent(async () => (await import('./tooltip.tsx')).Tooltip);

const openDelayMs = 200;

/**
 * What a pointer rests on, or the keyboard is at. A list shows a hundred moments, and a tooltip for each takes longer
 * than the rest of the list: the one that is looked at is enough.
 */
function useRested() {
  const [target, setTarget] = useState<HTMLElement>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onPointerEnter = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    void Tooltip.preload?.();
    timer.current = window.setTimeout(() => setTarget(currentTarget), pointerType === 'touch' ? 0 : openDelayMs);
  };
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') clearTimeout(timer.current);
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) setTarget(currentTarget);
  };
  return { target, events: { onPointerEnter, onPointerLeave, onFocus } };
}

/** A tooltip that is made when it is first shown. Its element takes the events and has the hint beside it. */
export function useHint(label: ReactNode, maxWidth = 320) {
  const { target, events } = useRested();
  const hint = target && (
    <Suspense>
      <Tooltip defaultOpened target={target} label={label} maw={maxWidth} />
    </Suspense>
  );
  return { hint, events };
}
