import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** A connection of the owner of the tables. */
export interface OwnerConnection {
  query<Row>(text: string): Promise<{ rows: Row[] }>;
}

/** Parts of the demo that are created while the service runs are marked when they are complete. */
const nameOf = (part: string): string => `demo: ${part}`;

export async function findPart(db: Db, part: string): Promise<boolean> {
  return (await sql`select from measured_figures where name = ${nameOf(part)}`.execute(db)).rows.length > 0;
}

export async function markPart(db: Db, part: string): Promise<void> {
  await sql`insert into measured_figures (name, value) values (${nameOf(part)}, 'true')
    on conflict on constraint measured_figures_pk do nothing`.execute(db);
}
