import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/** As many as a screen shows. */
const firstRows = 12;

let isFirstList = true;

/**
 * The rows of the first list come in two steps, the first screen of them before the rest: when the panel is opened
 * everything else is made too. Later lists come whole, because the place that one scrolled to must be there at once.
 */
export function useRowsInSteps<Row>(given: readonly Row[] | undefined) {
  const [isPastFirst, setPastFirst] = useState(!isFirstList);
  // The page stays responsive while the rows of a long list are made.
  const rows = useDeferredValue(given);
  const isThere = rows !== undefined;
  useEffect(() => {
    if (!isThere) return;
    isFirstList = false;
    startTransition(() => setPastFirst(true));
  }, [isThere]);
  const isWhole = isThere && (isPastFirst || rows.length <= firstRows);
  return { rows: isWhole ? rows : rows?.slice(0, firstRows), isWhole };
}
