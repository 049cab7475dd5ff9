import { type Static, type TSchema, Type } from 'typebox';

type Fields = Readonly<Record<string, unknown>>;

/** A row as visible with these permissions; undefined to omit it. */
export type ShowRow = (row: Fields, permissions: readonly string[]) => Fields | undefined;

/** A list of effects, declared by the feature that fills it; dry runs show it under its name. */
export interface EffectList<Row extends TSchema = TSchema> {
  readonly name: string;
  readonly row: Row;
  /** By default all rows are shown unchanged. */
  readonly show?: ShowRow;
}

export const effectList = <Row extends TSchema>(name: string, row: Row, show?: ShowRow): EffectList<Row> => ({
  name,
  row,
  ...(show && { show }),
});

export type EffectRows = Record<string, unknown[]>;

const isFields = (row: unknown): row is Fields => row !== null && typeof row === 'object';

/** Effects, stored or new, as visible with these permissions. */
export function showEffects(
  lists: readonly Pick<EffectList, 'name' | 'show'>[],
  effects: EffectRows,
  permissions: readonly string[],
): EffectRows {
  const showAll = (name: string, rows: unknown[]): unknown[] => {
    const show = lists.find((list) => list.name === name)?.show;
    return show ? rows.flatMap((row) => (isFields(row) ? (show(row, permissions) ?? []) : [])) : rows;
  };
  return Object.fromEntries(Object.entries(effects).map(([name, rows]) => [name, showAll(name, rows)]));
}

/** The effects of a change, collected while it is executed: returned by a dry run, stored by an approval. */
export class Effects {
  readonly #lists: Map<string, unknown[]>;
  readonly #declared: readonly Pick<EffectList, 'name' | 'show'>[];

  /** Declared lists are shown even if they stay empty. */
  constructor(lists: readonly Pick<EffectList, 'name' | 'show'>[] = []) {
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
  shownTo(permissions: readonly string[]): EffectRows {
    return showEffects(this.#declared, this.toJSON(), permissions);
  }

  toJSON(): EffectRows {
    return Object.fromEntries(this.#lists);
  }
}

export const effectsSchema = (lists: readonly EffectList[]) =>
  Type.Object(Object.fromEntries(lists.map(({ name, row }) => [name, Type.Array(row)])), { title: 'Effects' });
