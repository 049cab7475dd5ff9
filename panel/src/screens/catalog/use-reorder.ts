import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { change } from '../../api/change.ts';
import { useSave } from '../../app/review/use-save.ts';
import { useSession } from '../../app/session.ts';
import type { Place } from '../../ui/grid-keys.ts';
import { useWords } from '../../words/define.ts';
import { gridWords } from './grid-words.ts';
import type { Series } from './queries.ts';
import type { GridRow } from './staged-episodes.ts';

/** The same list with one of them moved to another place. */
function moved(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** Drags a row to another place, or moves it there with Alt and an arrow: one call numbers all of them anew. */
export function useReorder(series: Series, rows: readonly GridRow[], focusAt: (place: Place) => void) {
  const t = useWords(gridWords);
  const { may } = useSession();
  const { save } = useSave();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ids = rows.flatMap(({ episode }) => episode?.id ?? []);
  const canMove = ({ episode }: GridRow): boolean =>
    may('catalog:write') && episode !== null && !episode.lockedFields.includes('episodeNumber');
  const put = (order: string[], ifMatch: string | null) =>
    change('PUT', '/v1/admin/series/{id}/episodes/order', { path: { id: series.id }, body: { order }, ifMatch });
  const moveTo = (id: string, to: number) => {
    const target = rows[to];
    if (!target || target.key === id || !canMove(target)) return Promise.resolve(false);
    const name = t('reordered', { title: series.title });
    return save({
      ...{ title: name, name },
      change: put(moved(ids, id, to), `"${series.revision}"`),
      undo: ({ etag }) => put(ids, etag),
    });
  };
  const indexOf = (id: string) => rows.findIndex(({ key }) => key === id);
  const onKeyDown = (row: GridRow) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined || !canMove(row)) return;
    event.preventDefault();
    const place = event.target instanceof Element ? event.target.getAttribute('data-at') : null;
    const to = indexOf(row.key) + step;
    void moveTo(row.key, to).then(
      (isDone) => isDone && place && focusAt({ row: to, column: Number(place.split(':')[1]) }),
    );
  };
  return {
    canMove,
    rowProps: (row: GridRow) => ({
      'data-over': (over === row.key && over !== dragged) || undefined,
      onKeyDown: onKeyDown(row),
      onDragOver: (event: DragEvent) => {
        if (dragged === null || !canMove(row)) return;
        event.preventDefault();
        setOver(row.key);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(null);
        if (dragged !== null) void moveTo(dragged, indexOf(row.key));
      },
    }),
    handleProps: (row: GridRow) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData('text/plain', row.key);
        setDragged(row.key);
      },
      onDragEnd: () => {
        setDragged(null);
        setOver(null);
      },
    }),
  };
}

export type Reorder = ReturnType<typeof useReorder>;
