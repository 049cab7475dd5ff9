import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

export interface Place {
  readonly row: number;
  readonly column: number;
}

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** Where a key leads from a place; undefined for keys that lead nowhere. Right and left follow the page's direction. */
export function placeAfter(key: string, from: Place, rows: number, columns: number, onward: 1 | -1): Place | undefined {
  const { row, column } = from;
  switch (key) {
    case 'ArrowDown':
      return { row: within(row + 1, rows), column };
    case 'ArrowUp':
      return { row: within(row - 1, rows), column };
    case 'ArrowRight':
      return { row, column: within(column + onward, columns) };
    case 'ArrowLeft':
      return { row, column: within(column - onward, columns) };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: columns - 1 };
    case 'Control+Home':
      return { row: 0, column: 0 };
    case 'Control+End':
      return { row: rows - 1, column: columns - 1 };
    case 'PageDown':
      return { row: within(row + 8, rows), column };
    case 'PageUp':
      return { row: within(row - 8, rows), column };
    default:
      return undefined;
  }
}

const placeOf = (element: Element): Place | undefined => {
  const [row, column] = (element.getAttribute('data-at') ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
};

/** One tab stop for a whole grid: the arrow keys move it, and it stays where one was. */
export function useGridKeys(rows: number, columns: number) {
  const ref = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<Place>({ row: 0, column: 0 });
  const focusAt = (place: Place) => {
    const cell = ref.current?.querySelector<HTMLElement>(`[data-at="${place.row}:${place.column}"]`);
    if (!cell) return;
    // A cell that kept the focus while its row moved tells nobody.
    setCurrent(place);
    cell.focus();
  };
  return {
    ref,
    focusAt,
    current: { row: within(current.row, rows), column: within(current.column, columns) },
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event.target);
      if (place) setCurrent(place);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const from = event.target instanceof Element ? placeOf(event.target) : undefined;
      if (!from || event.altKey || event.metaKey) return;
      const onward = document.documentElement.dir === 'rtl' ? -1 : 1;
      const key = event.ctrlKey ? `Control+${event.key}` : event.key;
      const next = placeAfter(key, from, rows, columns, onward);
      if (!next) return;
      event.preventDefault();
      focusAt(next);
    },
  };
}
