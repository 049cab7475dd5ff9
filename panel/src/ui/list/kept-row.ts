import { type RefObject, useEffect, useRef } from 'react';
import { useKeepFocus } from '../focus.ts';

const linksOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []),
];

/** For a list whose rows go away when they are done with: the next row takes the focus, or the list where none is left. */
export function useKeptRow(): RefObject<HTMLDivElement | null> {
  const at = useRef(0);
  const list = useKeepFocus<HTMLDivElement>(() => {
    const links = linksOf(list.current);
    (links[Math.min(at.current, links.length - 1)] ?? list.current)?.focus();
  });
  useEffect(() => {
    const frame = list.current;
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tr') : null;
      const found = linksOf(frame).findIndex((link) => row?.contains(link));
      if (found >= 0) at.current = found;
    };
    frame?.addEventListener('focusin', note);
    return () => frame?.removeEventListener('focusin', note);
  }, [list]);
  return list;
}
