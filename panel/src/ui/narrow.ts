import { useSyncExternalStore } from 'react';

/** The width that the style sheets of the shell and of lists name too. */
const narrow = window.matchMedia('(max-width: 820px)');

const onChange = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Whether there is room for one column only. What is not shown then need not be made. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onChange, () => narrow.matches);
