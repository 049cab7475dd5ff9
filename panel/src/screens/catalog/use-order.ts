import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { change } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { useSave } from '../../app/review/use-save.ts';
import { rebaseForm } from '../../ui/form/use-schema-form.ts';
import type { Place } from '../../ui/grid-keys.ts';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { draftOf } from './editor-values.ts';
import { gridWords } from './grid-words.ts';
import { type Episode, episodesQuery, type Series, seriesQuery } from './queries.ts';
import type { GridRow, StagedEpisodes } from './staged-episodes.ts';

const orderChange = (id: string, order: string[], ifMatch: string | null) =>
  change('PUT', '/v1/admin/series/{id}/episodes/order', { path: { id }, body: { order }, ifMatch });

const isOrder = (value: unknown): value is Schema<'EpisodeOrder'> =>
  typeof value === 'object' && value !== null && 'items' in value && 'revision' in value;

const placeOf = (episodes: readonly Episode[], id: string): number => episodes.findIndex((one) => one.id === id);

const isLocked = ({ lockedFields }: Episode): boolean => lockedFields.includes('episodeNumber');

/** The ids with one of them at another place; undefined where that would give a locked one another place too. */
function movedTo(episodes: readonly Episode[], id: string, to: number): string[] | undefined {
  const from = placeOf(episodes, id);
  if (from < 0 || to < 0 || to >= episodes.length || from === to) return undefined;
  if (episodes.slice(Math.min(from, to), Math.max(from, to) + 1).some(isLocked)) return undefined;
  const rest = episodes.map((one) => one.id).filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** Runs one after the other. What waits behind one that was not done is dropped. */
function useQueue() {
  const waiting = useRef<(() => Promise<boolean>)[]>([]);
  const isRunning = useRef(false);
  const runAll = async () => {
    isRunning.current = true;
    try {
      for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
        if (!(await next())) waiting.current = [];
      }
    } finally {
      isRunning.current = false;
    }
  };
  return (run: () => Promise<boolean>) => {
    waiting.current.push(run);
    if (!isRunning.current) void runAll();
  };
}

/** Puts the focus on a row once it is shown at its new place, unless the operator has gone elsewhere. */
function useFollow(rows: readonly GridRow[], focusAt: (place: Place) => void) {
  const followed = useRef<{ readonly key: string; readonly column: number } | null>(null);
  const order = rows.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another order moves the rows
  useLayoutEffect(() => {
    const [active, follow] = [document.activeElement, followed.current];
    followed.current = null;
    if (follow === null) return;
    const row = rows.findIndex(({ key }) => key === follow.key);
    const isThere = active?.getAttribute('data-at')?.startsWith(`${row}:`) ?? false;
    if (active === document.body || isThere) focusAt({ row, column: follow.column });
  }, [order]);
  return (key: string, column: number) => {
    followed.current = { key, column };
  };
}

/** Gives episodes another place: one call at a time, each made of what the one before has answered. */
export function useOrder(series: Series, staged: StagedEpisodes, focusAt: (place: Place) => void) {
  const t = useWords(gridWords);
  const titleOf = useTitleOf();
  const client = useQueryClient();
  const { save } = useSave();
  const enqueue = useQueue();
  const follow = useFollow(staged.rows, focusAt);
  const { queryKey } = episodesQuery(series.id);
  const tagged = seriesQuery(series.id).queryKey;
  const episodesNow = () => client.getQueryData(queryKey) ?? [];
  /** Shows what was answered, and lets edits that are not saved yet go on from there. */
  const apply = (reply: unknown, before: readonly Episode[]) => {
    if (!isOrder(reply)) return;
    const { items, revision } = reply;
    staged.rebase(before, items);
    const held = client.getQueryData(tagged)?.data.revision ?? series.revision;
    rebaseForm(draftOf(series.id), `"${held}"`, `"${revision}"`);
    client.setQueryData(queryKey, items);
    client.setQueryData(tagged, (held) => held && { data: { ...held.data, revision }, etag: `"${revision}"` });
  };
  const move = async (order: string[], onDone: () => void) => {
    const before = episodesNow();
    const revision = client.getQueryData(tagged)?.data.revision ?? series.revision;
    const name = t('reordered', { title: titleOf(series) });
    const ids = before.map(({ id }) => id);
    return save({
      title: name,
      name,
      change: orderChange(series.id, order, `"${revision}"`),
      undo: ({ etag }) => orderChange(series.id, ids, etag),
      onDone: (reply) => {
        onDone();
        apply(reply, before);
      },
      onUndone: (reply) => apply(reply, episodesNow()),
    });
  };
  const enqueueMove = (id: string, placeIn: (episodes: readonly Episode[]) => number, onDone = () => {}) =>
    enqueue(async () => {
      const episodes = episodesNow();
      const order = movedTo(episodes, id, placeIn(episodes));
      return order === undefined || move(order, onDone);
    });
  return {
    canMove: (id: string, target: string): boolean =>
      movedTo(episodesNow(), id, placeOf(episodesNow(), target)) !== undefined,
    moveTo: (id: string, target: string) => enqueueMove(id, (episodes) => placeOf(episodes, target)),
    moveBy: (id: string, step: number, column: number) =>
      enqueueMove(
        id,
        (episodes) => placeOf(episodes, id) + step,
        () => follow(id, column),
      ),
  };
}
