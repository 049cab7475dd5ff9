import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { AdminSecondFactors } from '../../kit/db/schema.ts';

export interface SecondFactor {
  secret: string;
  recovery_codes: string[];
  last_step: number;
  confirmed_at: Date | null;
}

export function lockSecondFactor(tx: Tx, adminId: string): Promise<SecondFactor | undefined> {
  return tx
    .selectFrom('admin_second_factors')
    .select(['secret', 'recovery_codes', 'last_step', 'confirmed_at'])
    .where('admin_id', '=', adminId)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces an unconfirmed secret; false if a confirmed one exists. */
export async function putSecondFactor(tx: Tx, adminId: string, secret: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('admin_second_factors')
    .values({ admin_id: adminId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('admin_id')
        .doUpdateSet({ secret, created_at: now })
        .where('admin_second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export type SecondFactorChange = Updateable<AdminSecondFactors>;

export async function updateSecondFactor(tx: Tx, adminId: string, change: SecondFactorChange): Promise<void> {
  await tx.updateTable('admin_second_factors').set(change).where('admin_id', '=', adminId).execute();
}

export async function deleteSecondFactor(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('admin_second_factors').where('admin_id', '=', adminId).execute();
}

/** Also of deleted admins. */
export async function listAdminNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const query = sql<{ id: string; name: string }>`select id, name from admin_names where id = any(${[...ids]})`;
  return (await query.execute(db)).rows;
}
