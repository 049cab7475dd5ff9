import { useEffect, useRef } from 'react';

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

/** Where not all days of a frame fit, those around `data-today` are seen first; `shown` names the days. */
export function useTodayInView(shown: string) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days are another view, and begin at today again
  useEffect(() => {
    const [frame, today] = [ref.current, ref.current?.querySelector('[data-today]')];
    if (frame && today) frame.scrollLeft += middleOf(today) - middleOf(frame);
  }, [shown]);
  return ref;
}
