import { type Static, type TSchema, Type } from 'typebox';

/** A list of what a change does, as the feature that fills it declares it; a dry run calls it by its name. */
export interface EffectList<Row extends TSchema = TSchema> {
  readonly name: string;
  readonly row: Row;
}

export const effectList = <Row extends TSchema>(name: string, row: Row): EffectList<Row> => ({ name, row });

/** What a change does, collected while it is done: a dry run answers it, an approval keeps it. */
export class Effects {
  readonly #lists: Map<string, unknown[]>;

  /** Lists that stay empty are named here, so that they are shown as such. */
  constructor(lists: readonly Pick<EffectList, 'name'>[] = []) {
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
    return new Effects([...this.#lists.keys()].map((name) => ({ name })));
  }

  toJSON(): Record<string, unknown[]> {
    return Object.fromEntries(this.#lists);
  }
}

export const effectsSchema = (lists: readonly EffectList[]) =>
  Type.Object(Object.fromEntries(lists.map(({ name, row }) => [name, Type.Array(row)])), { title: 'Effects' });
