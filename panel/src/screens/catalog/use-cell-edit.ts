import { useState } from 'react';
import type { Place } from '../../ui/grid-keys.ts';
import type { NextCell } from './grid-cells.tsx';
import { columns, type Editing } from './grid-row.tsx';
import { editable, type Field, type GridRow, isBlank, type StagedEpisodes } from './staged-episodes.ts';

type LockOf = (row: GridRow, field: Field) => string | undefined;

/** The next cell that can be typed in, onward or back, over the ends of rows too. */
function neighbour(rows: readonly GridRow[], from: { row: number; field: Field }, step: 1 | -1, lockOf: LockOf) {
  const cells = rows.flatMap((row, index) => editable.map((field) => ({ row, index, field })));
  const at = cells.findIndex(({ index, field }) => index === from.row && field === from.field);
  const rest = step === 1 ? cells.slice(at + 1) : cells.slice(0, at).toReversed();
  return rest.find(({ row, field }) => lockOf(row, field) === undefined);
}

/** Once nothing is pressed any more: what is being clicked on must not move away from under the pointer. */
function afterPress(run: () => void): void {
  if (document.querySelector(':active') === null) run();
  else window.addEventListener('pointerup', () => setTimeout(run), { once: true });
}

/** Which cell is being typed in, and where one is when it is kept or left. */
export function useCellEdit(staged: StagedEpisodes, lockOf: LockOf, focusAt: (place: Place) => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const { rows } = staged;
  const begin = (key: string, field: Field, seed: string | null = null) => setEditing({ key, field, seed });
  const add = () => begin(staged.add(), 'title');
  // At once, so that the next key already finds its cell.
  const focus = (row: number, field: Field) => focusAt({ row, column: columns.indexOf(field) });
  const step = (row: number, field: Field, by: 1 | -1) => {
    const next = neighbour(rows, { row, field }, by, lockOf);
    if (next) begin(next.row.key, next.field);
    else focus(row, field);
  };
  return {
    editing,
    begin,
    /** Adds a row and begins with its title. */
    add,
    leave: (row: GridRow, field: Field) => {
      setEditing(null);
      const index = rows.indexOf(row);
      if (isBlank(row)) staged.remove(row);
      focus(isBlank(row) ? Math.max(0, index - 1) : index, field);
    },
    keep: (row: GridRow, field: Field, value: string, nextCell: NextCell) => {
      const index = rows.indexOf(row);
      const last = rows.length - 1;
      setEditing(null);
      const isInRow = nextCell === 'stay' || nextCell === 'next' || nextCell === 'previous';
      if (!isInRow && isBlank(row) && value.trim() === '') {
        if (nextCell === 'away') return afterPress(() => staged.remove(row));
        focus(Math.max(0, index - 1), field);
        return staged.remove(row);
      }
      staged.set(row, field, value);
      // Titles are written one after the other: the last new one is followed by another.
      const isLastNew = index === last && row.episode === null && field === 'title' && value.trim() !== '';
      if (nextCell === 'down' && isLastNew) add();
      else if (nextCell === 'up' || nextCell === 'down') {
        focus(Math.max(0, Math.min(last, index + (nextCell === 'up' ? -1 : 1))), field);
      } else if (nextCell === 'next' || nextCell === 'previous') step(index, field, nextCell === 'next' ? 1 : -1);
    },
  };
}

export type CellEdit = ReturnType<typeof useCellEdit>;
