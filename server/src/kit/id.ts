import { uuidv7 } from 'uuidv7';

/** A new id. Made here and not in the database, which may be a PostgreSQL that has no uuidv7(). */
export const newId = (): string => uuidv7();
