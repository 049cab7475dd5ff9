import { sql } from 'kysely';
import { markAfterCommit, type Tx } from './database.ts';

/**
 * Does a part of a transaction that may fail by itself: where it throws, what it wrote is undone, and the transaction
 * can go on. What COMMIT would refuse is refused here, so that it is this part that fails and not the whole.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const forgetAfterCommit = markAfterCommit(tx);
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`set constraints all immediate`.execute(tx);
    await sql`set constraints all deferred`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    forgetAfterCommit();
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
}
