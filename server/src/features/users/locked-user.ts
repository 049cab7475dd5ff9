import type { Db } from '../../kit/db/database.ts';
import { Id } from '../../kit/http/schema.ts';
import { findUser } from './sql.ts';

interface Params {
  readonly id: string;
}

/** What every change has in common that locks the user whom its path names. */
export const onLockedUser = {
  params: { id: Id },
  target: (db: Db, { id }: Params) => findUser(db, id),
  queueBy: ({ id }: Params) => id,
};
