import type { Tx } from '../../kit/db/database.ts';
import { eraseProps } from './sql.ts';

export { listBytesOfDays } from './sql.ts';

/** What an app has said beside what is counted may tell who someone is. */
export const eraseEvents = (ctx: { readonly tx: Tx }, userId: string): Promise<void> => eraseProps(ctx.tx, userId);
