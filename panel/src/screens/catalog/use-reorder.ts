import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useSession } from '../../app/session.ts';
import type { Place } from '../../ui/grid-keys.ts';
import type { Series } from './queries.ts';
import type { GridRow, StagedEpisodes } from './staged-episodes.ts';
import { useOrder } from './use-order.ts';

const stepOf = ({ key, altKey }: KeyboardEvent): number | undefined =>
  altKey ? { ArrowUp: -1, ArrowDown: 1 }[key] : undefined;

/** The column of the cell that a key was pressed in. */
const columnOf = ({ target }: KeyboardEvent): number =>
  Number((target instanceof Element ? target.getAttribute('data-at') : null)?.split(':')[1] ?? 0);

/** Which rows can be given another place. Those of an archived series stay where they are. */
export function useMovable(series: Series): (row: GridRow) => boolean {
  const { can } = useSession();
  const isOpen = can('catalog:write') && series.status !== 'archived';
  return ({ episode }) => isOpen && episode !== null && !episode.lockedFields.includes('episodeNumber');
}

/** Drags a row to another place, or moves it there with Alt and an arrow: one call numbers all of them anew. */
export function useReorder(series: Series, staged: StagedEpisodes, focusAt: (place: Place) => void) {
  const canMove = useMovable(series);
  const order = useOrder(series, staged, focusAt);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const canDropOn = (row: GridRow): boolean => dragged !== null && canMove(row) && order.canMove(dragged, row.key);
  const onKeyDown = (row: GridRow) => (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === undefined || !canMove(row)) return;
    event.preventDefault();
    order.moveBy(row.key, step, columnOf(event));
  };
  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    canMove,
    rowProps: (row: GridRow) => ({
      'data-over': (over === row.key && over !== dragged) || undefined,
      onKeyDown: onKeyDown(row),
      onDragOver: (event: DragEvent) => {
        if (!canDropOn(row)) return setOver(null);
        event.preventDefault();
        setOver(row.key);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(null);
        if (dragged !== null && canDropOn(row)) order.moveTo(dragged, row.key);
      },
    }),
    handleProps: (row: GridRow) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData('text/plain', row.key);
        setDragged(row.key);
      },
      onDragEnd: endDrag,
    }),
  };
}

export type Reorder = ReturnType<typeof useReorder>;
