import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, filters } from '../../kit/db/filters.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { PackageStatus } from './rules.ts';
import type { ListedPackageRow, PackageRow } from './schema.ts';

const columns = sql.raw(`
  id, sku, coins, bonus_coins as "bonusCoins", price_cents as "priceCents", currency, rails, status, revision,
  created_at as "createdAt", updated_at as "updatedAt"`);
const listed = sql<ListedPackageRow>`
  select ${columns}, exists (select from purchased_packages b where b.package_id = coin_packages.id) as "inUse"
  from coin_packages`;

export interface PackageFilters {
  q?: string | undefined;
  status?: PackageStatus | undefined;
  rail?: string | undefined;
}

/** `railAllows` in SQL. A family is allowed only by itself. */
const allowsRail = (rail: string) => sql<SqlBool>`exists (
  select from unnest(rails) as allowed (name)
  where name = ${rail} or (right(name, 1) = '*' and starts_with(${rail}, left(name, -1))))`;

const conditions = filters<PackageFilters>({ q: contains('sku'), status: eq('status'), rail: allowsRail });

export const listPackages = (db: Db, given: PackageFilters, keyset: Keyset): Promise<ListedPackageRow[]> =>
  pageRows(db, keyset, listed, conditions(given));

export interface StorePackageRow extends PackageRow {
  storeOrder: string;
}

/** By coins and then by sku, as one text for the cursor. */
export const storeOrder = `lpad(coins::text, 7, '0') || sku`;

const inStore = sql<StorePackageRow>`select ${columns}, ${sql.raw(storeOrder)} as "storeOrder" from coin_packages`;

/** Active packages. */
export const listStorePackages = (db: Db, rail: string | undefined, keyset: Keyset): Promise<StorePackageRow[]> =>
  pageRows(db, keyset, inStore, conditions({ status: 'active', rail }));

/** By id or SKU. */
export async function findPackage(db: Db, idOrSku: string): Promise<ListedPackageRow | undefined> {
  const id = idOrSku.toLowerCase();
  const named = isId(id) ? sql`id = ${id}` : sql`sku = ${idOrSku}`;
  return (await sql<ListedPackageRow>`${listed} where ${named}`.execute(db)).rows[0];
}

/** Also paused ones, because started purchases can still be completed. */
export async function findPackageBySku(db: Db, sku: string): Promise<PackageRow | undefined> {
  return (await sql<PackageRow>`select ${columns} from coin_packages where sku = ${sku}`.execute(db)).rows[0];
}

/** The same, locked against deletion until the transaction ends. */
export async function lockPackagesForShare(
  tx: Tx,
  skus: readonly string[],
  { wait }: { readonly wait: boolean },
): Promise<Map<string, PackageRow>> {
  if (skus.length === 0) return new Map();
  const query = sql<PackageRow>`
    select ${columns} from coin_packages where sku = any(${[...skus]})
    order by id for key share ${sql.raw(wait ? '' : 'skip locked')}`;
  return new Map((await executePrepared(tx, query)).map((row) => [row.sku, row]));
}

export async function lockPackage(tx: Tx, id: string): Promise<PackageRow | undefined> {
  const query = sql<PackageRow>`select ${columns} from coin_packages where id = ${id} for no key update`;
  return (await query.execute(tx)).rows[0];
}

export type PackageFields = Omit<PackageRow, 'id' | 'sku' | 'revision' | 'createdAt' | 'updatedAt'>;

const columnsOf = ({ bonusCoins, priceCents, ...same }: PackageFields) => ({
  ...same,
  bonus_coins: bonusCoins,
  price_cents: priceCents,
});

export async function insertPackage(
  tx: Tx,
  { id, sku }: { id: string; sku: string },
  fields: PackageFields,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('coin_packages')
    .values({ id, sku, ...columnsOf(fields), created_at: now, updated_at: now })
    .execute();
}

export async function updatePackage(tx: Tx, id: string, fields: PackageFields, now: Date): Promise<void> {
  await tx
    .updateTable('coin_packages')
    .set((eb) => ({ ...columnsOf(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** A foreign key refuses to delete a package with purchases. */
export async function deletePackage(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('coin_packages').where('id', '=', id).execute();
}
