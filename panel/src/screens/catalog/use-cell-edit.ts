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

const leavesRow = (nextCell: NextCell): boolean => ['away', 'down', 'up'].includes(nextCell);

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
  const add = (written?: GridRow) => begin(staged.add(written), 'title');
  // At once, so that the next key already finds its cell.
  const focus = (row: number, field: Field) => focusAt({ row, column: columns.indexOf(field) });
  const step = (row: number, field: Field, by: 1 | -1) => {
    const next = neighbour(rows, { row, field }, by, lockOf);
    if (next) begin(next.row.key, next.field);
    else focus(row, field);
  };
  const dropBlank = (row: GridRow, field: Field, nextCell: NextCell) => {
    if (nextCell === 'away') return afterPress(() => staged.remove(row));
    focus(Math.max(0, rows.indexOf(row) - 1), field);
    staged.remove(row);
  };
  const goOn = (row: number, field: Field, nextCell: NextCell) => {
    if (nextCell === 'next' || nextCell === 'previous') step(row, field, nextCell === 'next' ? 1 : -1);
    else if (nextCell === 'up') focus(Math.max(0, row - 1), field);
    else if (nextCell === 'down') focus(Math.min(rows.length - 1, row + 1), field);
  };
  return {
    editing,
    begin,
    /** Adds a row and begins with its title. */
    add: () => add(),
    leave: (row: GridRow, field: Field) => {
      setEditing(null);
      const index = rows.indexOf(row);
      if (isBlank(row)) staged.remove(row);
      focus(isBlank(row) ? Math.max(0, index - 1) : index, field);
    },
    keep: (row: GridRow, field: Field, value: string, nextCell: NextCell) => {
      setEditing(null);
      if (leavesRow(nextCell) && isBlank(row) && value.trim() === '') return dropBlank(row, field, nextCell);
      staged.set(row, field, value);
      // Titles are written one after the other: the last new one is followed by another.
      const isLastNew = row === rows.at(-1) && row.episode === null && field === 'title' && value.trim() !== '';
      if (nextCell === 'down' && isLastNew) add(row);
      else goOn(rows.indexOf(row), field, nextCell);
    },
  };
}

export type CellEdit = ReturnType<typeof useCellEdit>;
