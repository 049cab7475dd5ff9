import { useState } from 'react';
import { type Change, change, newKey } from '../../api/change.ts';
import type { ApiError } from '../../api/errors.ts';
import type { BulkItem, BulkOutcome } from '../../app/review/request.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { isText, useDraft } from '../../ui/draft.ts';
import { type NumberFault, parseNumber } from '../../ui/form/parse-number.ts';
import { localeOf } from '../../ui/format.ts';
import { useLanguage } from '../../words/define.ts';
import type { Episode } from './queries.ts';
import { firstFree, stepsOf } from './renumbering.ts';

/** The cells that can be typed in; what is typed is kept as it was, and read when it is saved. */
export const editable = ['episodeNumber', 'title', 'synopsis', 'cliffhanger_score'] as const;
export type Field = (typeof editable)[number];
export type Cells = Readonly<Record<Field, string>>;

export interface GridRow {
  readonly key: string;
  /** Null for a row that is new. */
  readonly episode: Episode | null;
  readonly cells: Cells;
  readonly changed: readonly Field[];
  /** The cells whose text is no number that they take. */
  readonly invalid: readonly InvalidCell[];
  /** Why the last saving refused it. */
  readonly fault: ApiError | null;
}

interface Draft {
  /** The edition that the edit began with. */
  readonly revision: number | null;
  readonly edits: Partial<Cells>;
}

type Drafts = Readonly<Record<string, Draft>>;
type Faults = ReadonlyMap<string, ApiError>;

const isDrafts = (value: unknown): value is Drafts =>
  Object.values(fieldsOf(value)).every((draft) => {
    const { revision, edits } = fieldsOf(draft);
    return (revision === null || typeof revision === 'number') && Object.values(fieldsOf(edits)).every(isText);
  });

/** The cells for whole numbers, and which ones the server takes. */
export const bounds = { episodeNumber: [1, 100_000], cliffhanger_score: [0, 100] } as const;
export type NumberCell = keyof typeof bounds;
export const isNumber = (field: Field): field is NumberCell => field in bounds;

export interface InvalidCell {
  readonly field: NumberCell;
  readonly fault: NumberFault | 'range';
}

/** Reads a whole number as it is written in a language. */
type ReadNumber = (typed: string) => number | null | NumberFault;

function invalidIn(cells: Cells, readNumber: ReadNumber): InvalidCell[] {
  return editable.filter(isNumber).flatMap((field): InvalidCell[] => {
    const number = readNumber(cells[field]);
    if (typeof number === 'string') return [{ field, fault: number }];
    const [min, max] = bounds[field];
    return number !== null && (number < min || number > max) ? [{ field, fault: 'range' }] : [];
  });
}

const cellsOf = (episode: Episode): Cells => ({
  episodeNumber: String(episode.episodeNumber),
  title: episode.title,
  synopsis: episode.synopsis,
  cliffhanger_score: String(episode.cliffhanger_score),
});

const blank: Cells = { episodeNumber: '', title: '', synopsis: '', cliffhanger_score: '0' };

/** A number is kept in plain digits; what is no number stays as it was typed. */
function normalized(field: Field, typed: string, readNumber: ReadNumber): string {
  const number = isNumber(field) ? readNumber(typed) : null;
  return typeof number === 'number' ? String(number) : typed.trim();
}

/** Every row of the grid: what the server has with the edits on top, then the new ones. */
function rowsOf(episodes: readonly Episode[], drafts: Drafts, faults: Faults, readNumber: ReadNumber): GridRow[] {
  const saved = episodes.map((episode): GridRow => {
    const [before, draft] = [cellsOf(episode), drafts[episode.id]];
    const cells = { ...before, ...draft?.edits };
    const changed = editable.filter((field) => cells[field] !== before[field]);
    const invalid = draft ? invalidIn(cells, readNumber) : [];
    return { key: episode.id, episode, cells, changed, invalid, fault: faults.get(episode.id) ?? null };
  });
  const known = new Set(episodes.map(({ id }) => id));
  const fresh = Object.entries(drafts)
    .filter(([key, { revision }]) => revision === null && !known.has(key))
    .map(([key, { edits }]): GridRow => {
      const cells = { ...blank, ...edits };
      const invalid = invalidIn(cells, readNumber);
      return { key, episode: null, cells, changed: [...editable], invalid, fault: faults.get(key) ?? null };
    });
  return [...saved, ...fresh];
}

/** Edits that began with the newest edition go on with the one that only the numbering has made. */
function rebased(drafts: Drafts, before: readonly Episode[], after: readonly Episode[]): Drafts {
  const earlier = new Map(before.map((episode) => [episode.id, episode]));
  const next = after.flatMap(({ id, revision, episodeNumber }): [string, Draft][] => {
    const [draft, old] = [drafts[id], earlier.get(id)];
    if (!draft || !old || draft.revision !== old.revision) return [];
    const isOurs = revision === old.revision + (episodeNumber === old.episodeNumber ? 0 : 1);
    return isOurs ? [[id, { ...draft, revision }]] : [];
  });
  return { ...drafts, ...Object.fromEntries(next) };
}

export function useStagedEpisodes(seriesId: string, episodes: readonly Episode[]) {
  const draft = `episodes ${seriesId}`;
  const [drafts = {}, setDrafts] = useDraft(draft, isDrafts);
  const [faults, setFaults] = useState<Faults>(new Map());
  const locale = localeOf[useLanguage()];
  const readNumber: ReadNumber = (typed) => parseNumber(typed, 0, locale);
  const rows = rowsOf(episodes, drafts, faults, readNumber);
  const put = (key: string, next: Draft) => setDrafts((before) => ({ ...before, [key]: next }));
  return {
    /** The name of the draft that holds the edits. */
    draft,
    rows,
    waiting: rows.filter(isWaiting),
    set: ({ key, episode }: GridRow, field: Field, typed: string) => {
      const value = normalized(field, typed, readNumber);
      // A number that was cleared is left as it was.
      if (value === '' && isNumber(field)) return;
      const before = drafts[key];
      put(key, {
        revision: before ? before.revision : (episode?.revision ?? null),
        edits: { ...before?.edits, [field]: value },
      });
    },
    /** Adds a row with the next number, and answers its key. */
    add: (written?: GridRow): string => {
      // A blank row is dropped when it is left; the one that was written just now is not blank any more.
      const kept = rows.filter((row) => row === written || !isBlank(row));
      const last = Math.max(0, ...kept.map(numberOf).filter(Number.isInteger));
      // Never the key of an earlier row: what was sent for that one may be open still.
      const key = `new-${newKey()}`;
      put(key, { revision: null, edits: { episodeNumber: String(last + 1) } });
      return key;
    },
    /** Takes a new row away, unless that was done already. */
    remove: ({ key }: GridRow) =>
      setDrafts((before) =>
        before?.[key] ? Object.fromEntries(Object.entries(before).filter(([one]) => one !== key)) : before,
      ),
    /** After one's own reordering: what it has made of the episodes is nobody else's change. */
    rebase: (before: readonly Episode[], after: readonly Episode[]) =>
      setDrafts((held) => held && rebased(held, before, after)),
    discard: () => setDrafts(undefined),
    /** What was saved is no draft any more; what was refused says why, and begins with the newest edition next time. */
    settle: (outcome: BulkOutcome) => {
      const isSaved = (key: string) => outcome.get(key) === null;
      setDrafts((before = {}) => Object.fromEntries(Object.entries(before).filter(([key]) => !isSaved(key))));
      setFaults(new Map([...outcome].flatMap(([key, fault]) => (fault ? [[key, fault] as const] : []))));
    },
    /** What is to be saved, in an order in which every number is free when its turn comes. */
    items: (): SavedRow[] =>
      savedRows(
        rows.filter((row) => !isBlank(row)),
        drafts,
        seriesId,
      ),
  };
}

export type StagedEpisodes = ReturnType<typeof useStagedEpisodes>;

export type SavedRow = Omit<BulkItem, 'id' | 'label'> & { readonly row: GridRow };

/** A new row in which nothing is written yet: it is neither saved nor missed. */
export const isBlank = ({ episode, cells }: GridRow): boolean =>
  episode === null && cells.title.trim() === '' && cells.synopsis.trim() === '';

/** The first cell that keeps a row from being saved. */
export function firstInvalid(row: GridRow): Field | undefined {
  if (isWaiting(row) && row.cells.title.trim() === '') return 'title';
  return row.invalid[0]?.field;
}

const isWaiting = (row: GridRow): boolean => !isBlank(row) && (row.episode === null || row.changed.length > 0);
const numberOf = ({ cells }: GridRow): number => Number(cells.episodeNumber);
const hasNewNumber = (row: GridRow): boolean => row.episode?.episodeNumber !== numberOf(row);

function savedRows(rows: readonly GridRow[], drafts: Drafts, seriesId: string): SavedRow[] {
  const moving = rows.filter(hasNewNumber);
  const unmoved = rows.filter((row) => !hasNewNumber(row)).map(numberOf);
  const moves = moving.map((row) => ({ key: row.key, from: row.episode?.episodeNumber ?? null, to: numberOf(row) }));
  const free = firstFree([...rows.map(numberOf), ...moves.flatMap(({ from }) => from ?? [])]);
  const steps = stepsOf(moves, new Set(unmoved));
  const parked = new Set(steps.map(({ parks }) => parks));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const save = (row: GridRow, note: string, how?: Partial<Numbering>) =>
    changeOf(row, seriesId, drafts[row.key], note, { number: numberOf(row), isParked: false, ...how });
  const inOrder = steps.flatMap(({ key, waits, parks }): SavedRow[] => {
    const [row, inTheWay] = [byKey.get(key), byKey.get(parks ?? '')];
    if (!row) return [];
    return [
      {
        row,
        change: (note) => save(row, note, { isParked: parked.has(key) }),
        ...(inTheWay?.episode && { first: parking(inTheWay.episode, free, drafts[inTheWay.key]) }),
        ...(waits && {
          instead: { change: (note) => save(row, note, { number: free }), shows: { episodeNumber: numberOf(row) } },
        }),
      },
    ];
  });
  const others = rows.filter((row) => isWaiting(row) && !hasNewNumber(row));
  return [...inOrder, ...others.map((row) => ({ row, change: (note: string) => save(row, note), ...undoOf(row) }))];
}

const parking = (episode: Episode, number: number, draft: Draft | undefined): Change =>
  change('PUT', '/v1/admin/episodes/{id}', {
    path: { id: episode.id },
    body: { episodeNumber: number },
    ifMatch: `"${draft?.revision ?? episode.revision}"`,
  });

interface Numbering {
  readonly number: number;
  /** It was put on a free number before, which made another edition of it. */
  readonly isParked: boolean;
}

function changeOf(
  { episode, cells, changed, fault }: GridRow,
  seriesId: string,
  draft: Draft | undefined,
  note: string,
  { number, isParked }: Numbering,
): Change {
  const { title, synopsis, cliffhanger_score } = cells;
  const all = { episodeNumber: number, title, synopsis, cliffhanger_score: Number(cliffhanger_score) };
  if (episode === null) {
    return change('POST', '/v1/admin/series/{id}/episodes', { path: { id: seriesId }, body: all });
  }
  const isChanged = (name: string) => changed.some((field) => field === name);
  const body = {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => isChanged(name))),
    ...(isChanged('title') && englishAlso('titleI18n', episode.titleI18n, title)),
    ...(isChanged('synopsis') && englishAlso('synopsisI18n', episode.synopsisI18n, synopsis)),
  };
  const revision = fault?.code === 'stale_write' ? episode.revision : (draft?.revision ?? episode.revision);
  return change('PUT', '/v1/admin/episodes/{id}', {
    path: { id: episode.id },
    body: { ...body, ...(episode.noteRequired && note && { note }) },
    ifMatch: `"${revision + (isParked ? 1 : 0)}"`,
  });
}

/** Puts back what the cells that were changed held before. */
function undoOf({ episode, changed }: GridRow): Pick<SavedRow, 'undo'> {
  if (episode === null) return {};
  const { id, title, synopsis, cliffhanger_score, titleI18n, synopsisI18n } = episode;
  const body = {
    ...(changed.includes('title') && { title, ...englishAlso('titleI18n', titleI18n, title) }),
    ...(changed.includes('synopsis') && { synopsis, ...englishAlso('synopsisI18n', synopsisI18n, synopsis) }),
    ...(changed.includes('cliffhanger_score') && { cliffhanger_score }),
  };
  return {
    undo: ({ etag: ifMatch }) => change('PUT', '/v1/admin/episodes/{id}', { path: { id }, body, ifMatch }),
  };
}

/** Where English stands among the translations too, it says the same. */
const englishAlso = (field: 'titleI18n' | 'synopsisI18n', words: Episode['titleI18n'], text: string) =>
  words.en === undefined ? {} : { [field]: { en: text } };
