import type { OwnerConnection } from '../parts.ts';

/** Column names with values of the table that the row is inserted into. */
export type Row = Readonly<Record<string, unknown>>;

const batchSize = 3_000;

export const date = (time: number): Date => new Date(time);

/** Inserts the rows in the parameter, converted to the column types of the table. All rows have the same columns. */
export function insertSql(table: string, [first = {}]: readonly Row[], parameter = '$1'): string {
  const columns = Object.keys(first).join();
  return `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${parameter})`;
}

export function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += batchSize) yield items.slice(from, from + batchSize);
}

export async function insert(client: OwnerConnection, table: string, rows: readonly Row[]): Promise<void> {
  for (const batch of batches(rows)) await client.query(insertSql(table, batch), [JSON.stringify(batch)]);
}

/** A movement of coins: its row of `ledger.events`, and its rows of `ledger.entries`. */
export interface Movement {
  readonly event: Row & { readonly created_at: Date };
  readonly entries: readonly Row[];
}

/** What the audience did. Tables are in the order of their foreign keys. */
export interface AudienceRows {
  readonly tables: ReturnType<typeof emptyTables>;
  readonly movements: Movement[];
  /** When users were last seen, and their balances. */
  readonly seen: Row[];
}

const list = (): Row[] => [];
const emptyTables = () => ({
  transactions: list(),
  refunds: list(),
  provider_refunds: list(),
  audit_log: list(),
  promo_redemptions: list(),
  unlocks: list(),
  watches: list(),
  viewer_events: list(),
  comments: list(),
  series_saves: list(),
});

export const emptyRows = (): AudienceRows => ({ tables: emptyTables(), movements: [], seen: [] });
