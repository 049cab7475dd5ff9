import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import type { User } from '../../users/public.ts';
import { insertOpen } from '../results.sql.ts';

/** Reports of the same campaign count once per user. */
export async function reportOpen(ctx: Ctx<User>, messageId: string): Promise<void> {
  if (!(await insertOpen(ctx.tx, ctx.caller.id, messageId, ctx.now))) refuse(notFound);
}
