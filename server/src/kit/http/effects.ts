import { type Static, type TSchema, Type } from 'typebox';

type Fields = Readonly<Record<string, unknown>>;

/** One row as the holder of these permissions may read it; undefined leaves it out. */
export type ShowRow = (row: Fields, permissions: readonly string[]) => Fields | undefined;

/** A list of what a change does, as the feature that fills it declares it; a dry run calls it by its name. */
export interface EffectList<Row extends TSchema = TSchema> {
  readonly name: string;
  readonly row: Row;
  /** Without it every row is shown as it is. */
  readonly show?: ShowRow;
}

export const effectList = <Row extends TSchema>(name: string, row: Row, show?: ShowRow): EffectList<Row> => ({
  name,
  row,
  ...(show && { show }),
});

export type EffectRows = Record<string, unknown[]>;

const isFields = (row: unknown): row is Fields => row !== null && typeof row === 'object';

/** Effects, kept or new, as the holder of these permissions may read them. */
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

/** What a change does, collected while it is done: a dry run answers it, an approval keeps it. */
export class Effects {
  readonly #lists: Map<string, unknown[]>;
  readonly #declared: readonly Pick<EffectList, 'name' | 'show'>[];

  /** Lists that stay empty are named here, so that they are shown as such. */
  constructor(lists: readonly Pick<EffectList, 'name' | 'show'>[] = []) {
    this.#declared = lists;
    this.#lists = new Map(lists.map(({ name }) => [name, []]));
  }

  add<Row extends TSchema>({ name }: EffectList<Row>, row: Static<Row>): void {
    const rows = this.#lists.get(name) ?? [];
    rows.push(row);
    this.#lists.set(name, rows);
  }

  /** Adds what a part of the change did, once that part is sure to stay. */
  addAll(other: Effects): void {
    for (const [name, added] of other.#lists) this.#lists.set(name, [...(this.#lists.get(name) ?? []), ...added]);
  }

  /** The same lists with nothing in them, for a preview inside of a change. */
  empty(): Effects {
    return new Effects(this.#declared);
  }

  /** What the holder of these permissions may read of it. */
  shownTo(permissions: readonly string[]): EffectRows {
    return showEffects(this.#declared, this.toJSON(), permissions);
  }

  toJSON(): EffectRows {
    return Object.fromEntries(this.#lists);
  }
}

export const effectsSchema = (lists: readonly EffectList[]) =>
  Type.Object(Object.fromEntries(lists.map(({ name, row }) => [name, Type.Array(row)])), { title: 'Effects' });
