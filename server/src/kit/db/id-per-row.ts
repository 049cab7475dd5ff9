import { type RawBuilder, sql } from 'kysely';
import { newId } from '../id.ts';

/**
 * A new id for each row of one statement, in SQL: all begin like one that is made here, so that they are written to one
 * end of each index, and go on by chance.
 */
export const idPerRow = (): RawBuilder<string> =>
  sql<string>`(${newId().slice(0, 15)} || substr(gen_random_uuid()::text, 16))::uuid`;
