import { type Static, type TSchema, Type } from 'typebox';
import type { Db } from '../db/database.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A row as visible with these permissions; undefined to omit it. */
export type ShowRow = (row: Fields, permissions: readonly string[]) => Fields | undefined;

/** A list of effects, declared by the feature that fills it; dry runs show it under its name. */
export interface EffectList<Row extends TSchema = TSchema> {
  readonly name: string;
  readonly row: Row;
  /** By default all rows are shown unchanged. */
  readonly show?: ShowRow;
  /** Computes the list from the others, as they are shown; such a list is never added to. */
  readonly derive?: Derive;
}

/** Reads what the lists of several effects need at once. */
type Derive = (
  db: Db,
  all: readonly EffectRows[],
  permissions: readonly string[],
) => Promise<(effects: EffectRows) => unknown[]>;

export const effectList = <Row extends TSchema>(name: string, row: Row, show?: ShowRow): EffectList<Row> => ({
  name,
  row,
  ...(show && { show }),
});

/** A list that is computed from the others when they are shown. */
export const derivedList = <Row extends TSchema>(name: string, row: Row, derive: Derive): EffectList<Row> => ({
  name,
  row,
  derive,
});

export type EffectRows = Record<string, unknown[]>;

const isFields = (row: unknown): row is Fields => row !== null && typeof row === 'object';

/** The rows of effects that are visible with these permissions. */
export function visibleRows(
  lists: readonly DeclaredList[],
  effects: EffectRows,
  permissions: readonly string[],
): EffectRows {
  const showAll = (name: string, rows: unknown[]): unknown[] => {
    const show = lists.find((list) => list.name === name)?.show;
    return show ? rows.flatMap((row) => (isFields(row) ? (show(row, permissions) ?? []) : [])) : rows;
  };
  return Object.fromEntries(Object.entries(effects).map(([name, rows]) => [name, showAll(name, rows)]));
}

/** Effects, stored or new, as visible with these permissions, with the lists derived from them. */
export async function showEffects(
  db: Db,
  lists: readonly DeclaredList[],
  all: readonly EffectRows[],
  permissions: readonly string[],
): Promise<EffectRows[]> {
  let shown = all.map((effects) => visibleRows(lists, effects, permissions));
  for (const { name, derive } of lists) {
    const rowsOf = await derive?.(db, shown, permissions);
    if (rowsOf) shown = shown.map((effects) => ({ ...effects, [name]: rowsOf(effects) }));
  }
  return shown;
}

type DeclaredList = Pick<EffectList, 'name' | 'show' | 'derive'>;

/** The effects of a change, collected while it is executed: returned by a dry run, stored by an approval. */
export class Effects {
  readonly #lists: Map<string, unknown[]>;
  readonly #declared: readonly DeclaredList[];

  /** Declared lists are shown even if they stay empty. */
  constructor(lists: readonly DeclaredList[] = []) {
    this.#declared = lists;
    this.#lists = new Map(lists.map(({ name }) => [name, []]));
  }

  add<Row extends TSchema>({ name }: EffectList<Row>, row: Static<Row>): void {
    const rows = this.#lists.get(name) ?? [];
    rows.push(row);
    this.#lists.set(name, rows);
  }

  /** Adds the effects of a part of the change, once that part is final. */
  addAll(other: Effects): void {
    for (const [name, added] of other.#lists) this.#lists.set(name, [...(this.#lists.get(name) ?? []), ...added]);
  }

  /** The same lists, empty, for a preview inside a change. */
  empty(): Effects {
    return new Effects(this.#declared);
  }

  /** As visible with these permissions. */
  async shownTo(db: Db, permissions: readonly string[]): Promise<EffectRows> {
    const [shown = {}] = await showEffects(db, this.#declared, [this.toJSON()], permissions);
    return shown;
  }

  toJSON(): EffectRows {
    return Object.fromEntries(this.#lists);
  }
}

export const effectsSchema = (lists: readonly EffectList[]) =>
  Type.Object(Object.fromEntries(lists.map(({ name, row }) => [name, Type.Array(row)])), { title: 'Effects' });
